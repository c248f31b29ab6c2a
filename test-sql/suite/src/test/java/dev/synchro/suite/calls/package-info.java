/** The four calls against a live server and a real worker: contract 4, 5, 12 and 15. */
package dev.synchro.suite.calls;
