/** The registry changes while capture goes on. Contract 8 and 9.7. */
package dev.synchro.suite.evolution;
