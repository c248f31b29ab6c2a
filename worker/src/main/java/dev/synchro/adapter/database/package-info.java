/** The functions behind the routes, called over a bounded pool of the adapter login. */
package dev.synchro.adapter.database;
