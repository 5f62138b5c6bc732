package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How an input becomes a request: decided once, so that a call only fills in the blanks. Threads
 * may share it.
 */
final class RequestPlan {
    private final String method;
    private final @Nullable String base;
    private final PathTemplate path;
    private final InputShape shape;
    private final @Nullable BodyWriter body;
    private final Set<String> parameterKeys = new HashSet<>();
    private final Map<String, InputShape.Slot> pathSlots = new HashMap<>();
    private final List<InputShape.Slot> otherSlots = new ArrayList<>();
    private final List<String> headers;

    /**
     * Makes a plan.
     *
     * @param base what the path is appended to; null if nobody knows
     * @param headers sent with every request, names and values in turn
     */
    RequestPlan(
            OperationModel model, @Nullable String base, InputShape shape, List<String> headers) {
        this.method = model.method();
        this.base = base;
        this.path = new PathTemplate(model.path());
        this.shape = shape;
        this.headers = List.copyOf(headers);
        Content content = shape.body();
        this.body = content == null ? null : BodyWriter.of(content);
        for (InputShape.Slot slot : shape.slots()) {
            parameterKeys.add(slot.key());
            if (slot.parameter().location() == ParameterLocation.PATH) {
                pathSlots.put(slot.parameter().name(), slot);
            } else {
                otherSlots.add(slot);
            }
        }
    }

    InputShape shape() {
        return shape;
    }

    Outgoing request(JsonNode input) {
        String server = base;
        if (server == null) {
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the document does not say where the API is; configure a base URL");
        }
        StringBuilder uri = new StringBuilder(server);
        path.expand(variable -> pathText(variable, input), uri);
        Draft draft = new Draft(uri, path.query());
        otherSlots.forEach(slot -> add(slot, input, draft));
        byte[] bytes = addBody(input, draft);
        return new Outgoing(method, draft.uri(), draft.headers(headers), bytes);
    }

    private String pathText(String variable, JsonNode input) {
        InputShape.Slot slot = pathSlots.get(variable);
        JsonNode value = slot == null ? null : value(slot, input);
        if (slot == null || value == null) {
            throw InvalidInput.at(variable, "is a part of the path and cannot be left out");
        }
        return ValueText.encoded(slot.parameter().format()).single(variable, value);
    }

    /** What is sent for a parameter; null for nothing. */
    private static @Nullable JsonNode value(InputShape.Slot slot, JsonNode input) {
        JsonNode given = input.path(slot.key());
        JsonNode value = given.isMissingNode() ? slot.fallback() : given;
        return value.isMissingNode() || value.isNull() ? null : value;
    }

    private static void add(InputShape.Slot slot, JsonNode input, Draft draft) {
        JsonNode value = value(slot, input);
        if (value == null) {
            return;
        }
        Parameter parameter = slot.parameter();
        switch (parameter.location()) {
            case QUERY ->
                    ValueText.encoded(parameter.format())
                            .pairs(parameter.name(), value, draft::addQuery);
            case COOKIE ->
                    ValueText.encoded(parameter.format())
                            .pairs(parameter.name(), value, draft::addCookie);
            case HEADER ->
                    draft.addHeader(
                            slot.key(),
                            parameter.name(),
                            ValueText.plain(parameter.format()).single(parameter.name(), value));
            case QUERYSTRING ->
                    draft.addQuery(
                            QueryString.text(Objects.requireNonNull(parameter.content()), value));
            case PATH -> throw new IllegalStateException("the path is filled in elsewhere");
        }
    }

    private byte @Nullable [] addBody(JsonNode input, Draft draft) {
        if (body == null) {
            return null;
        }
        JsonNode value = shape.merged() == null ? input.get(InputShape.BODY) : rest(input);
        boolean nothing = value == null || (shape.merged() != null && value.isEmpty());
        if (value == null || (nothing && !shape.bodyRequired())) {
            return null;
        }
        if (shape.merged() != null) {
            shape.bodyDefaults().forEach(value.asObject()::putIfAbsent);
        }
        BodyWriter.Written written = body.write(value);
        draft.addDefaultHeader("Content-Type", written.contentType());
        return written.bytes();
    }

    private ObjectNode rest(JsonNode input) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        input.forEachEntry(
                (key, value) -> {
                    if (!parameterKeys.contains(key)) {
                        rest.set(key, value);
                    }
                });
        return rest;
    }

    /** A request while it is put together. For one thread. */
    private static final class Draft {
        private final StringBuilder uri;
        private final StringBuilder cookies = new StringBuilder();
        private final List<String> headers = new ArrayList<>();
        private boolean hasQuery;

        private Draft(StringBuilder uri, String query) {
            this.uri = uri;
            if (!query.isEmpty()) {
                uri.append('?').append(query);
                hasQuery = true;
            }
        }

        private void addQuery(String name, String value) {
            uri.append(hasQuery ? '&' : '?').append(name).append('=').append(value);
            hasQuery = true;
        }

        private void addQuery(String text) {
            if (!text.isEmpty()) {
                uri.append(hasQuery ? '&' : '?').append(text);
                hasQuery = true;
            }
        }

        private void addCookie(String name, String value) {
            if ((name + value).chars().anyMatch(c -> c < ' ' || c > 126 || c == ';')) {
                throw InvalidInput.at(name, "has characters that no cookie can carry");
            }
            cookies.append(cookies.isEmpty() ? "" : "; ").append(name).append('=').append(value);
        }

        private void addHeader(String key, String name, String value) {
            if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c > 255 || c == 127)) {
                throw InvalidInput.at(key, "has characters that no header can carry");
            }
            headers.add(name);
            headers.add(value);
        }

        /** Adds a header unless the caller gave it as a parameter. */
        private void addDefaultHeader(String name, String value) {
            for (int i = 0; i < headers.size(); i += 2) {
                if (headers.get(i).equalsIgnoreCase(name)) {
                    return;
                }
            }
            headers.add(name);
            headers.add(value);
        }

        private List<String> headers(List<String> fixed) {
            if (!cookies.isEmpty()) {
                addDefaultHeader("Cookie", cookies.toString());
            }
            for (int i = 0; i < fixed.size(); i += 2) {
                addDefaultHeader(fixed.get(i), fixed.get(i + 1));
            }
            return headers;
        }

        private URI uri() {
            return URI.create(uri.toString());
        }
    }
}
