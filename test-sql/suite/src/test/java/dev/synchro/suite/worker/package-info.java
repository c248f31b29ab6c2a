/** What the worker says and does when something it needs is missing or wrong. Contract 3.1, 9. */
package dev.synchro.suite.worker;
