/**
 * A Spring Boot starter: beans with {@code @Operations} become operations, served over REST, MCP
 * and WebSocket on the application's own server.
 */
@NullMarked
package dev.alkdev.operations.spring;

import org.jspecify.annotations.NullMarked;
