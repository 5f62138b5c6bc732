package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * The client that sends a request.
 *
 * @param capabilities what it can be asked, as it declared
 * @param session by which its requests belong together; null if they do not
 * @param level the least level of messages that it wants; null for none
 */
record ClientInfo(
        McpVersion version,
        Caller caller,
        JsonNode capabilities,
        @Nullable String session,
        @Nullable LogLevel level) {

    boolean isModern() {
        return version.isModern();
    }

    /** Whether it declared what a question needs. */
    boolean can(JsonNode required) {
        return covers(capabilities, required);
    }

    private static boolean covers(JsonNode declared, JsonNode required) {
        return required.properties().stream()
                .allMatch(
                        each ->
                                declared.path(each.getKey()).isObject()
                                        && covers(declared.get(each.getKey()), each.getValue()));
    }

    /** A name of the caller for what only the same caller may use again. */
    static String nameOf(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> "identity " + identity.id();
            case Caller.Anonymous anonymous -> "anonymous";
            case Caller.Trusted trusted -> "trusted";
        };
    }
}
