/** From a bearer token to the user it names, or to a reason why it is refused. */
package dev.synchro.adapter.token;
