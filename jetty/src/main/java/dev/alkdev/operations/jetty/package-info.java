/**
 * Gateways on a Jetty 12.1 server: without its servlet container, with TLS from PEM files, and with
 * connections that notice clients who go away or are slow. Begin at {@link
 * dev.alkdev.operations.jetty.JettyHandler}.
 */
@NullMarked
package dev.alkdev.operations.jetty;

import org.jspecify.annotations.NullMarked;
