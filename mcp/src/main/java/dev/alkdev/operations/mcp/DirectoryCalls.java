package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Registration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Objects;

/** Answers requests for resources, prompts and completions. Threads may share it. */
final class DirectoryCalls {
    private final McpDirectory directory;
    private final ClientCalls calls;
    private final McpOptions options;

    DirectoryCalls(McpDirectory directory, ClientCalls calls, McpOptions options) {
        this.directory = directory;
        this.calls = calls;
        this.options = options;
    }

    DirectoryView view(ServerRequest request) {
        return view(request.client(), request.view());
    }

    DirectoryView view(ClientInfo client, ToolView tools) {
        return new DirectoryView(directory, tools.place(), options.names(), client.caller());
    }

    Answer resources(ServerRequest request) {
        return page(request, "resources", view(request).resources());
    }

    Answer templates(ServerRequest request) {
        return page(request, "resourceTemplates", view(request).templates());
    }

    Answer prompts(ServerRequest request) {
        return page(request, "prompts", view(request).prompts());
    }

    private Answer page(ServerRequest request, String name, List<JsonNode> items) {
        List<JsonNode> all = shown(items, request.meta(Via.NODE));
        String cursor = request.cursor();
        int start = cursor == null ? 0 : Cursors.readNumber(cursor);
        int end = (int) Math.min(all.size(), (long) start + options.pageSize());
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode page = result.putArray(name);
        for (int i = start; i < end; i++) {
            page.add(all.get(i));
        }
        if (end < all.size()) {
            result.put("nextCursor", Cursors.write(Integer.toString(end)));
        }
        if (request.isModern()) {
            result.put("resultType", "complete");
            CacheHints.ofList(options.ttl(), view(request).isPublic()).write(result);
        }
        return new Answer.Result(result);
    }

    /** Items as the client sees them: those for another hub are marked. */
    private List<JsonNode> shown(List<JsonNode> items, JsonNode asker) {
        return asker.isString()
                ? items.stream()
                        .map(it -> Via.marked(it, Via.of(it), directory.node(), asker.asString()))
                        .filter(Objects::nonNull)
                        .toList()
                : items.stream().map(Via::plain).toList();
    }

    Answer read(ServerRequest request) {
        String uri = request.text("uri");
        return calling(
                request,
                uri,
                call -> {
                    for (McpDirectory.Entry entry : view(request).holders(uri)) {
                        try {
                            JsonNode result = entry.catalog().readResource(uri, call);
                            return contents(request, entry, result);
                        } catch (McpException e) {
                            if (e.code() != McpErrorCode.RESOURCE_NOT_FOUND
                                    && e.code() != McpErrorCode.INVALID_PARAMS) {
                                throw e;
                            }
                        }
                    }
                    throw notFound(uri, request);
                });
    }

    private static JsonNode contents(
            ServerRequest request, McpDirectory.Entry entry, JsonNode result) {
        ObjectNode copy = complete(request, result);
        if (request.isModern()) {
            CacheHints.ofOrigin(result, entry.access().isPublic()).write(copy);
        }
        return copy;
    }

    private static McpException notFound(String uri, ServerRequest request) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("uri", uri);
        int code =
                request.isModern() ? McpErrorCode.INVALID_PARAMS : McpErrorCode.RESOURCE_NOT_FOUND;
        return new McpException(code, "Resource not found", data);
    }

    Answer prompt(ServerRequest request) {
        String name = request.text("name");
        DirectoryView.Prompt prompt = prompt(request, name);
        JsonNode given = request.params().path("arguments");
        JsonNode arguments = given.isObject() ? given : JsonNodeFactory.instance.objectNode();
        return calling(
                request,
                name,
                call ->
                        complete(
                                request,
                                prompt.entry()
                                        .catalog()
                                        .getPrompt(prompt.ownName(), arguments, call)));
    }

    private DirectoryView.Prompt prompt(ServerRequest request, String name) {
        return view(request)
                .prompt(name)
                .orElseThrow(() -> McpException.invalidParams("Unknown prompt: " + name));
    }

    Answer complete(ServerRequest request) {
        JsonNode reference = request.params().path("ref");
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        request.params()
                .properties()
                .forEach(
                        it -> {
                            if (!it.getKey().equals("_meta")) {
                                params.set(it.getKey(), it.getValue());
                            }
                        });
        McpCatalog catalog;
        if (reference.path("type").asString("").equals("ref/prompt")) {
            DirectoryView.Prompt prompt = prompt(request, reference.path("name").asString(""));
            catalog = prompt.entry().catalog();
            params.set("ref", ((ObjectNode) reference.deepCopy()).put("name", prompt.ownName()));
        } else {
            String uri = reference.path("uri").asString("");
            catalog =
                    view(request)
                            .holderOfTemplate(uri)
                            .orElseThrow(
                                    () -> McpException.invalidParams("Unknown template: " + uri))
                            .catalog();
        }
        return calling(
                request, "completion", call -> complete(request, catalog.complete(params, call)));
    }

    /** Watches a resource that is there for the caller. Does not wait for its server. */
    Registration watch(DirectoryView view, String uri, Runnable changed) {
        List<McpDirectory.Entry> holders = view.holders(uri);
        return holders.isEmpty() ? () -> {} : holders.getFirst().catalog().watch(uri, changed);
    }

    /** Waits until the server of a watched resource sends its changes, but not for long. */
    void awaitWatch(DirectoryView view, String uri) {
        List<McpDirectory.Entry> holders = view.holders(uri);
        if (!holders.isEmpty() && holders.getFirst().catalog() instanceof SourceCatalog source) {
            source.awaitWatch(uri);
        }
    }

    @FunctionalInterface
    private interface Action {
        JsonNode run(Call call);
    }

    private Answer calling(ServerRequest request, String target, Action action) {
        try {
            return calls.run(
                    request,
                    target,
                    begun ->
                            new Answer.Result(
                                    action.run(
                                            RequestMeta.pass(begun.call(), request)
                                                    .to("mcp.directory", request.params()))));
        } catch (CallException failure) {
            ObjectNode data = JsonNodeFactory.instance.objectNode().put("code", failure.code());
            throw new McpException(McpErrorCode.INTERNAL_ERROR, failure.getMessage(), data);
        }
    }

    private static ObjectNode copy(JsonNode result, ServerRequest request) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        result.properties().forEach(it -> copy.set(it.getKey(), it.getValue()));
        return request.isModern()
                ? copy
                : copy.without(List.of("resultType", "ttlMs", "cacheScope"));
    }

    private static ObjectNode complete(ServerRequest request, JsonNode result) {
        ObjectNode copy = copy(result, request);
        return request.isModern() ? copy.put("resultType", "complete") : copy;
    }
}
