/** Which generation of the registry is in force, and the manifest that belongs to it. */
package dev.synchro.worker.registry;
