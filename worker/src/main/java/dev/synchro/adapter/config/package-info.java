/** What the adapter is told from outside. */
package dev.synchro.adapter.config;
