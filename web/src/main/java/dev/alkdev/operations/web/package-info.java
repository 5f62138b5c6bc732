/**
 * The HTTP client that sources share: requests with credentials, redirects, time limits and decoded
 * bodies, and streams of server-sent events. Start at {@link
 * dev.alkdev.operations.web.HttpTransport} to send a request, at {@link
 * dev.alkdev.operations.web.SseStream} to read events.
 */
@NullMarked
package dev.alkdev.operations.web;

import org.jspecify.annotations.NullMarked;
