/** What the worker files, compared with what the application's tables hold. */
package dev.synchro.suite.capture;
