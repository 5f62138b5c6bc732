package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions that were asked to open a URL, by the id of the question, for a later notification
 * that the person is done. The oldest are forgotten. Threads may share it.
 */
final class OpenElicitations {
    private static final int MAX = 10_000;
    private static final int MAX_ID = 200;

    private final Mutex lock = new Mutex();
    private final Map<String, String> sessions = new LinkedHashMap<>();

    /** A session was asked. */
    void asked(@Nullable String session, JsonNode params) {
        String id = params.path(Elicitation.ID).asString("");
        if (session == null || id.isEmpty() || id.length() > MAX_ID) {
            return;
        }
        try (Registration held = lock.hold()) {
            sessions.put(id, session);
            if (sessions.size() > MAX) {
                sessions.remove(sessions.keySet().iterator().next());
            }
        }
    }

    /** Ends a question; the session that was asked, or null if it is not known. */
    @Nullable String completed(String id) {
        try (Registration held = lock.hold()) {
            return sessions.remove(id);
        }
    }
}
