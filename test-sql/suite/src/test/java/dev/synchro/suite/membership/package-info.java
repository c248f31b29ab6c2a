/** Scopes whose members depend on other rows, against a real server and a real worker process. */
package dev.synchro.suite.membership;
