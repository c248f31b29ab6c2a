/** What the way over HTTP costs. */
package dev.synchro.bench.adapter;
