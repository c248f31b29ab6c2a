/** What it costs when one row tells the scopes of many others. */
package dev.synchro.bench.membership;
