/** Configuration: read once, every problem reported at once, printed with secrets masked. */
package dev.synchro.worker.config;
