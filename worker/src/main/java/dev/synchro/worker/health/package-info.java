/** What the worker tells about itself and what it asks of the server before it starts. */
package dev.synchro.worker.health;
