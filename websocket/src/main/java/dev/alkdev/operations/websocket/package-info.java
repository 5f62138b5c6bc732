/**
 * Links over WebSocket: one call event a text message, a client that reconnects, a server on Jetty.
 */
@NullMarked
package dev.alkdev.operations.websocket;

import org.jspecify.annotations.NullMarked;
