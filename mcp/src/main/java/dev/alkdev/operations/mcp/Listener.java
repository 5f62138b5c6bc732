package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A client that listens for changes, and the lists that it knows: it is notified only if they are
 * different for it. Threads may share it.
 */
final class Listener implements AutoCloseable {
    private final ClientInfo client;
    private final ToolView view;
    private final Wanted wanted;
    private final @Nullable JsonNode subscription;
    private final Consumer<RpcMessage.Notification> out;
    private final List<Registration> watched = new ArrayList<>();
    private ToolListing tools;
    private @Nullable DirectoryView directory;
    private List<JsonNode> prompts = List.of();
    private List<JsonNode> resources = List.of();

    /**
     * What a client wants to know of.
     *
     * @param uris of the resources whose changes it wants to know
     */
    record Wanted(boolean tools, boolean prompts, boolean resources, Set<String> uris) {
        static final Wanted LISTS = new Wanted(true, true, true, Set.of());
    }

    /**
     * A listener.
     *
     * @param wanted what the client is told of
     * @param directory null if there is none
     */
    Listener(
            ServerRequest request,
            Wanted wanted,
            @Nullable DirectoryView directory,
            Consumer<RpcMessage.Notification> out) {
        this.client = request.client();
        this.view = request.view();
        this.wanted = wanted;
        this.subscription = request.isModern() ? request.id() : null;
        this.directory = directory;
        this.out = out;
        this.tools = view.listing(client.caller());
        if (directory != null) {
            prompts = directory.prompts();
            resources = resources(directory);
        }
    }

    ClientInfo client() {
        return client;
    }

    private static List<JsonNode> resources(DirectoryView directory) {
        List<JsonNode> all = new ArrayList<>(directory.resources());
        all.addAll(directory.templates());
        return all;
    }

    /** Acknowledges the subscription, and what it covers. */
    void acknowledge() {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        ObjectNode covered = params.putObject("notifications");
        if (wanted.tools()) {
            covered.put("toolsListChanged", true);
        }
        if (wanted.prompts() && directory != null) {
            covered.put("promptsListChanged", true);
        }
        if (wanted.resources() && directory != null) {
            covered.put("resourcesListChanged", true);
        }
        if (!wanted.uris().isEmpty() && directory != null) {
            wanted.uris().forEach(covered.putArray("resourceSubscriptions")::add);
        }
        tell("notifications/subscriptions/acknowledged", params);
    }

    /** Watches the resources that are wanted. */
    void watch(DirectoryCalls calls) {
        DirectoryView seen = directory;
        if (seen != null) {
            for (String uri : wanted.uris()) {
                watched.add(calls.watch(seen, uri, () -> updated(uri)));
            }
        }
    }

    /** Notifies the client that any list may have changed. */
    void allChanged() {
        tell("notifications/tools/list_changed", JsonNodeFactory.instance.objectNode());
        if (directory != null) {
            tell("notifications/prompts/list_changed", JsonNodeFactory.instance.objectNode());
            tell("notifications/resources/list_changed", JsonNodeFactory.instance.objectNode());
        }
    }

    void updated(String uri) {
        tell(
                "notifications/resources/updated",
                JsonNodeFactory.instance.objectNode().put("uri", uri));
    }

    void elicitationCompleted(String id) {
        tell(
                "notifications/elicitation/complete",
                JsonNodeFactory.instance.objectNode().put(Elicitation.ID, id));
    }

    /** The registry has changed; called by one thread at a time. */
    void refreshTools() {
        ToolListing now = view.listing(client.caller());
        boolean isSame = now.isSame(tools);
        tools = now;
        if (!isSame && wanted.tools()) {
            tell("notifications/tools/list_changed", JsonNodeFactory.instance.objectNode());
        }
    }

    /** The directory has changed; called by one thread at a time. */
    void refreshDirectory() {
        DirectoryView seen = directory;
        if (seen == null) {
            return;
        }
        List<JsonNode> nowPrompts = seen.prompts();
        if (!nowPrompts.equals(prompts) && wanted.prompts()) {
            tell("notifications/prompts/list_changed", JsonNodeFactory.instance.objectNode());
        }
        prompts = nowPrompts;
        List<JsonNode> nowResources = resources(seen);
        if (!nowResources.equals(resources) && wanted.resources()) {
            tell("notifications/resources/list_changed", JsonNodeFactory.instance.objectNode());
        }
        resources = nowResources;
    }

    private void tell(String method, ObjectNode params) {
        if (subscription != null) {
            params.putObject("_meta").set(MetaKeys.SUBSCRIPTION, subscription);
        }
        out.accept(new RpcMessage.Notification(method, params.isEmpty() ? null : params));
    }

    /** The answer of a subscription that the server ends. */
    RpcMessage.Result end() {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("resultType", "complete");
        JsonNode id = subscription == null ? JsonNodeFactory.instance.nullNode() : subscription;
        result.putObject("_meta").set(MetaKeys.SUBSCRIPTION, id);
        return new RpcMessage.Result(id, result);
    }

    @Override
    public void close() {
        watched.forEach(Registration::close);
    }
}
