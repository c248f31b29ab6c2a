/**
 * The HTTP adapter of contract 5.1: verifies who asks, bounds what is sent, makes one SQL call and
 * gives its answer a status. It knows no rule of sync; those are in the functions it calls.
 */
package dev.synchro.adapter;
