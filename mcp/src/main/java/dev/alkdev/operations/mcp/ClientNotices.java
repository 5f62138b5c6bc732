package dev.alkdev.operations.mcp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Takes the notifications of a server. Threads may share it. */
final class ClientNotices implements BiConsumer<String, JsonNode> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientNotices.class);

    private final ResourceWatches watches;
    private volatile Consumer<String> listener = list -> {};
    private volatile Consumer<String> elicitations = id -> {};
    private volatile boolean acknowledged;

    ClientNotices(ResourceWatches watches) {
        this.watches = watches;
    }

    void onListChanged(Consumer<String> action) {
        listener = action;
    }

    /** Receives the ids of URL questions whose person is done. */
    void onElicitationComplete(Consumer<String> action) {
        elicitations = action;
    }

    @Override
    public void accept(String method, JsonNode params) {
        switch (method) {
            case "notifications/tools/list_changed" -> listener.accept("tools");
            case "notifications/prompts/list_changed" -> listener.accept("prompts");
            case "notifications/resources/list_changed" -> listener.accept("resources");
            case "notifications/resources/updated" ->
                    watches.updated(params.path("uri").asString(""));
            case "notifications/subscriptions/acknowledged" -> {
                if (acknowledged) {
                    // There was a time in which nobody listened.
                    allChanged();
                }
                acknowledged = true;
            }
            case "notifications/elicitation/complete" ->
                    elicitations.accept(params.path(Elicitation.ID).asString(""));
            default -> LOG.debug("A server sent {}, which is not known here", method);
        }
    }

    /** Whatever was known of the server may have changed. */
    void allChanged() {
        List.of("tools", "prompts", "resources").forEach(listener);
        watches.uris().forEach(watches::updated);
    }
}
