package dev.alkdev.operations.http;

import dev.alkdev.operations.base.Registration;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Detects that a client has disconnected while its call still runs. The servlet API tells of it
 * only when something is written; a container knows more. Threads share it.
 */
@FunctionalInterface
public interface ClientWatch {
    /**
     * Watches the connection of a request, whose body has been read.
     *
     * @param gone run at most once, on any thread, when the client has closed the connection
     * @return closed when the answer is ready; nothing may run afterwards
     */
    Registration watch(HttpServletRequest request, Runnable gone);
}
