package dev.alkdev.operations.mcp;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Delivery;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes operations of the tools of a server. For one thread at a time. */
final class SourceTools {
    private static final Logger LOG = LoggerFactory.getLogger(SourceTools.class);

    private static final String UNCHECKED =
            "its output schema cannot be used; results are not checked";
    private static final String NEEDS_TASK =
            "it can only be called as a task, which is not supported";

    /** A server may change its tools as often as it likes. */
    private static final LogCounter CHANGES = new LogCounter();

    private static final int MAX_SHOWN = 3;

    private final String namespace;
    private final SourceClient client;
    private final McpToolOptions options;
    private Map<String, JsonNode> known = Map.of();
    private Map<String, JsonNode> ways = Map.of();
    private Map<String, OperationBinding> made = Map.of();
    private Map<String, String> leftOut = Map.of();

    SourceTools(String namespace, SourceClient client, McpToolOptions options) {
        this.namespace = namespace;
        this.client = client;
        this.options = options;
        List<String> replaced = options.replacedRules();
        if (!replaced.isEmpty()) {
            LOG.info(
                    "Of the scopes for tools of {}, the most specific pattern counts: {}",
                    namespace,
                    String.join("; ", replaced));
        }
    }

    /** The tools that cannot be operations, and why. */
    Map<String, String> leftOut() {
        return leftOut;
    }

    /**
     * The operations of these tools. A tool that has changed since the last time is logged.
     *
     * @param unusable what the client has left out already
     */
    List<OperationBinding> bindings(List<JsonNode> tools, Map<String, String> unusable) {
        Map<String, JsonNode> now = new LinkedHashMap<>();
        Map<String, JsonNode> waysNow = new HashMap<>();
        Map<String, OperationBinding> bindings = new LinkedHashMap<>();
        Map<String, String> problems = new LinkedHashMap<>(unusable);
        for (JsonNode tool : tools) {
            String name = tool.path("name").asString("");
            if (name.isEmpty() || now.containsKey(name)) {
                problems.put(name, name.isEmpty() ? "has no name" : "is listed twice");
            } else if (options.filter().test(name)) {
                if (tool.path("execution").path("taskSupport").asString("").equals("required")) {
                    problems.put(name, NEEDS_TASK);
                    continue;
                }
                now.put(name, Via.plain(tool));
                waysNow.put(name, Via.of(tool));
                add(name, tool, bindings, problems);
            }
        }
        logChanges(now);
        known = now;
        ways = waysNow;
        made = bindings;
        leftOut = Map.copyOf(problems);
        return new ArrayList<>(bindings.values());
    }

    private void add(
            String name,
            JsonNode tool,
            Map<String, OperationBinding> bindings,
            Map<String, String> problems) {
        String id =
                namespace
                        + "."
                        + options.renames().getOrDefault(name, OperationNames.operation(name));
        if (bindings.containsKey(id)) {
            problems.put(name, "another tool is called " + id);
            return;
        }
        OperationBinding before = made.get(id);
        if (before != null && isKnown(name, tool)) {
            bindings.put(id, before);
            String reported = leftOut.get(name);
            if (reported != null) {
                problems.put(name, reported);
            }
            return;
        }
        try {
            RepairedSchema input = RepairedSchema.of(tool.path("inputSchema"));
            if (RepairedSchema.refersToNetwork(tool.path("inputSchema"))) {
                problems.put(name, "its input schema refers to the network");
                return;
            }
            bindings.put(id, binding(tool, id, input.schema()));
            if (!input.problem().isEmpty()) {
                problems.put(name, input.problem());
            } else if (tool.has("outputSchema")
                    && ToolSpecs.usable(tool.get("outputSchema")) == null) {
                problems.put(name, UNCHECKED);
            }
        } catch (IllegalArgumentException | SchemaException e) {
            problems.put(name, String.valueOf(e.getMessage()));
        }
    }

    private boolean isKnown(String name, JsonNode tool) {
        JsonNode before = known.get(name);
        return before != null
                && Json.isSame(before, Via.plain(tool))
                && Via.of(tool).equals(ways.get(name));
    }

    private OperationBinding binding(JsonNode tool, String id, Schema input) {
        JsonNode hints = tool.path("annotations");
        boolean reads = hints.path("readOnlyHint").asBoolean(false);
        OperationType type =
                reads && options.trustsAnnotations() ? OperationType.QUERY : OperationType.MUTATION;
        String name = tool.path("name").asString();
        List<String> scopes = options.scopesOf(name);
        OperationSpec spec =
                ToolSpecs.spec(tool, id, type, input)
                        .access(new AccessControl(scopes, List.of(), null, null))
                        .build();
        boolean repeatable = Delivery.MAY_HAVE_STARTED.allowsRetry(spec);
        // Servers take "3" for a number, and so does everybody who calls them.
        OperationBinding binding =
                OperationBinding.of(spec, new ToolHandler(client, name, options, repeatable))
                        .normalizingInput();
        return options.normalizeMode() == null
                ? binding
                : binding.normalizing(options.normalizeMode());
    }

    /** People may have approved the definitions of before. */
    private void logChanges(Map<String, JsonNode> now) {
        List<String> changed = new ArrayList<>();
        known.forEach(
                (name, before) -> {
                    JsonNode after = now.get(name);
                    if (after != null && !Json.isSame(before, after)) {
                        changed.add(name);
                    }
                });
        if (changed.isEmpty() || CHANGES.due(namespace) == 0) {
            return;
        }
        List<String> shown = new ArrayList<>();
        for (String name : changed.subList(0, Math.min(MAX_SHOWN, changed.size()))) {
            JsonNode before = Objects.requireNonNull(known.get(name));
            JsonNode after = Objects.requireNonNull(now.get(name));
            shown.add("%s: %s".formatted(name, ToolDifference.of(before, after)));
        }
        if (changed.size() > MAX_SHOWN) {
            shown.add("and %d more".formatted(changed.size() - MAX_SHOWN));
        }
        LOG.warn(
                "The MCP server {} has changed the definitions of {} of its tools. {}",
                namespace,
                changed.size(),
                String.join(". ", shown));
    }

    /** The tools of a server; none if it has no such thing. */
    static List<JsonNode> read(McpClient from) {
        try {
            return from.listTools();
        } catch (McpException e) {
            if (e.code() == McpErrorCode.METHOD_NOT_FOUND && !from.has("tools")) {
                return List.of();
            }
            throw McpFailures.of(e);
        }
    }
}
