/**
 * What decides the scopes of a row under one generation of the registry: the resolved paths of
 * scope templates, the columns they compare, and the SQL that evaluates them over the projections.
 * Pure: knows the stored form of rows and no connection. Contract 7.
 */
package dev.synchro.core.membership;
