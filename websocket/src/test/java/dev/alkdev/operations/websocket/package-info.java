/** Tests of links over WebSocket, with a real server and a real client. */
@NullMarked
package dev.alkdev.operations.websocket;

import org.jspecify.annotations.NullMarked;
