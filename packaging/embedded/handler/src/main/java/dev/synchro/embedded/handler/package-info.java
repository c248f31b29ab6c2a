/**
 * The Java half of the embedded stack's language handler.
 *
 * <p>Inside a backend the C half starts a Java virtual machine on this package's jar and calls
 * {@link dev.synchro.embedded.handler.Host}; functions written in Java come back through {@code
 * jdbc:default:connection}. Outside a server only {@link dev.synchro.embedded.handler.HandlerBuild}
 * is of use: it compiles the C half.
 *
 * <p>What runs while a session makes its first call avoids records, lambdas and string
 * concatenation by invokedynamic: each costs milliseconds in a fresh virtual machine.
 */
package dev.synchro.embedded.handler;
