/** The HTTP adapter as a process of its own, against a server. Contract 5.1. */
package dev.synchro.suite.adapter;
