/** Requests in and answers out: routes, bodies within their limits, statuses, measurements. */
package dev.synchro.adapter.http;
