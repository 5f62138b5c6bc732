package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The resources and prompts of the server of a source. The lists stay while the server is away;
 * what somebody watches is watched again when it is back. Threads may share it.
 */
final class SourceCatalog implements McpCatalog {
    private final Mutex lock = new Mutex();
    private final SourceClient client;
    private final ResourceWatches watches = new ResourceWatches();
    private final Map<String, Registration> upstream = new HashMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();
    private volatile List<JsonNode> resources = List.of();
    private volatile List<JsonNode> templates = List.of();
    private volatile List<JsonNode> prompts = List.of();
    private volatile boolean hasResources;
    private volatile JsonNode info = JsonNodeFactory.instance.missingNode();
    private volatile @Nullable String instructions;

    SourceCatalog(SourceClient client) {
        this.client = client;
        watches.onInterest(this::interest);
    }

    /** Reads the lists again; true if one differs. */
    boolean refresh(McpClient server) {
        hasResources = server.has("resources");
        info = server.serverInfo();
        instructions = server.instructions().orElse(null);
        List<JsonNode> before = resources;
        List<JsonNode> templatesBefore = templates;
        List<JsonNode> promptsBefore = prompts;
        resources = hasResources ? list("resources", resources, server::listResources) : List.of();
        templates =
                hasResources
                        ? list("resource templates", templates, server::listResourceTemplates)
                        : List.of();
        prompts = server.has("prompts") ? list("prompts", prompts, server::listPrompts) : List.of();
        return !before.equals(resources)
                || !templatesBefore.equals(templates)
                || !promptsBefore.equals(prompts);
    }

    /**
     * The list as it is now. Some servers declare lists that they do not have; after any other
     * error the list of before stays, and the error is a problem of the source.
     */
    private List<JsonNode> list(
            String name, List<JsonNode> before, Supplier<List<JsonNode>> request) {
        try {
            List<JsonNode> now = List.copyOf(request.get());
            problems.remove(name);
            return now;
        } catch (McpException e) {
            if (e.code() == McpErrorCode.METHOD_NOT_FOUND) {
                problems.remove(name);
                return List.of();
            }
            problems.put(name, "the server cannot list them: " + McpFailures.of(e).getMessage());
            return before;
        }
    }

    /** The lists that the server did not give, and why. */
    Map<String, String> problems() {
        return Map.copyOf(problems);
    }

    /** About how many bytes the lists take. */
    long weight() {
        return Stream.of(resources, templates, prompts)
                .flatMap(List::stream)
                .mapToLong(ByteBudget::weight)
                .sum();
    }

    /** The server is there again. */
    void connected(McpClient server) {
        try (Registration held = lock.hold()) {
            upstream.clear();
            watches.uris().forEach(uri -> upstream.put(uri, watch(server, uri)));
        }
    }

    /** Neither adding nor closing a watch of the client waits for the server. */
    private void interest(String uri) {
        try (Registration held = lock.hold()) {
            Registration before = upstream.get(uri);
            McpClient server = client.orNull();
            if (!watches.isWatched(uri)) {
                upstream.remove(uri);
                if (before != null) {
                    before.close();
                }
            } else if (before == null && server != null) {
                upstream.put(uri, watch(server, uri));
            }
        }
    }

    private Registration watch(McpClient server, String uri) {
        return server.watchSoon(uri, () -> watches.updated(uri));
    }

    @Override
    public List<JsonNode> resources() {
        return resources;
    }

    @Override
    public List<JsonNode> resourceTemplates() {
        return templates;
    }

    @Override
    public List<JsonNode> prompts() {
        return prompts;
    }

    @Override
    public JsonNode serverInfo() {
        return info;
    }

    @Override
    public Optional<String> instructions() {
        return Optional.ofNullable(instructions);
    }

    @Override
    public JsonNode readResource(String uri, Call call) {
        if (!hasResources) {
            return McpCatalog.super.readResource(uri, call);
        }
        return attempt(() -> client.get().readResource(uri, call));
    }

    @Override
    public JsonNode getPrompt(String name, JsonNode arguments, Call call) {
        return attempt(() -> client.get().getPrompt(name, arguments, call));
    }

    @Override
    public JsonNode complete(JsonNode params, Call call) {
        if (!(params instanceof ObjectNode object)) {
            throw McpException.invalidParams("the params should be an object");
        }
        return attempt(() -> client.get().complete(object, call));
    }

    private JsonNode attempt(Supplier<JsonNode> request) {
        try {
            return request.get();
        } catch (McpException e) {
            throw e;
        } catch (RuntimeException e) {
            throw client.failed(e);
        }
    }

    /** Does not wait for the server; {@link #awaitWatch} does. */
    @Override
    public Registration watch(String uri, Runnable changed) {
        return watches.add(uri, changed);
    }

    /** Waits until the server sends changes of a watched resource, but not for long. */
    void awaitWatch(String uri) {
        McpClient server = client.orNull();
        if (server != null) {
            server.awaitWatch(uri);
        }
    }
}
