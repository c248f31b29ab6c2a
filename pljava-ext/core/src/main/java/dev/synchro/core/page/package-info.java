/**
 * The records of a page, put together from what is stored of each row without parsing any of it.
 */
package dev.synchro.core.page;
