/** The main job on real data, from an empty server to two verified clients, as one program. */
package dev.synchro.demo;
