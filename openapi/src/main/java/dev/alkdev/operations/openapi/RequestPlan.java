package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.InputShape.Slot;
import dev.alkdev.operations.openapi.ValueText.Pair;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH");

    private final String method;
    final Target target;
    private final PathTemplate path;
    final InputShape shape;
    private final @Nullable BodyWriter body;
    private final boolean sendsEmptyBody;
    private final Set<String> parameterKeys = new HashSet<>();
    private final Map<String, Slot> pathSlots = new HashMap<>();
    private final List<Slot> slots = new ArrayList<>();
    private final List<Slot> presets = new ArrayList<>();
    private final List<String> headers;

    /**
     * A plan.
     *
     * @param headers those of every request, names and values in turn
     */
    RequestPlan(OperationModel model, Target target, InputShape shape, List<String> headers) {
        this.method = model.method();
        this.target = target;
        this.path = new PathTemplate(model.path());
        this.shape = shape;
        this.headers = List.copyOf(headers);
        Content content = shape.body();
        this.body = content == null ? null : BodyWriter.of(content);
        this.sendsEmptyBody = sendsEmptyBody(shape);
        shape.slots().forEach(slot -> parameterKeys.add(slot.key()));
        shape.slots().forEach(slot -> sort(slot, slots));
        shape.parameters().filled().forEach(slot -> sort(slot, presets));
    }

    /** Slots of the path are filled by name, whatever the document calls their location. */
    private void sort(Slot slot, List<Slot> elsewhere) {
        String name = slot.parameter().name();
        switch (slot.parameter().location()) {
            case PATH -> pathSlots.put(name, slot);
            case QUERY -> {
                if (path.hasInQuery(name)) {
                    pathSlots.putIfAbsent(name, slot);
                } else {
                    elsewhere.add(slot);
                }
            }
            case HEADER, COOKIE, QUERYSTRING -> elsewhere.add(slot);
        }
    }

    /**
     * Whether a merged body without members is sent all the same: always if it is required;
     * otherwise where writing is the point of the method and nothing in the body is required, for
     * servers that insist on a body and its type.
     */
    private boolean sendsEmptyBody(InputShape shape) {
        Content content = shape.body();
        ObjectShape merged = shape.merged();
        if (content == null || merged == null) {
            return false;
        }
        return shape.bodyRequired()
                || (WRITING.contains(method)
                        && merged.required().isEmpty()
                        && BodyKind.of(content) != BodyKind.MULTIPART);
    }

    /** Whether responses have no body whatever their headers declare. */
    boolean hasNoContent() {
        return method.equals("HEAD");
    }

    boolean reads() {
        return method.equals("GET") || method.equals("HEAD") || method.equals("QUERY");
    }

    Outgoing request(JsonNode input) {
        String nonFinite = Json.findNonFinite(input).orElse(null);
        if (nonFinite != null) {
            throw InvalidInput.atPointer(nonFinite, "is NaN or infinite, which is no JSON number");
        }
        RequestDraft draft = new RequestDraft(target.require());
        path.expand(variable -> pathText(variable, input), draft.path);
        draft.addQuery(path.expandQuery(variable -> queryText(variable, input)), false);
        slots.forEach(slot -> add(slot, input, draft));
        byte[] bytes = addBody(input, draft);
        presets.forEach(preset -> add(preset, input, draft));
        return new Outgoing(method, draft.uri(), draft.headers(headers), bytes);
    }

    private String pathText(String variable, JsonNode input) {
        String text = queryText(variable, input);
        if (text == null) {
            throw InvalidInput.at(variable, "is a part of the path and cannot be left out");
        }
        return text;
    }

    private @Nullable String queryText(String variable, JsonNode input) {
        Slot slot = pathSlots.get(variable);
        JsonNode value = slot == null ? null : slot.value(input);
        return slot == null || value == null
                ? null
                : ValueText.inPath(slot.parameter().format()).single(variable, value);
    }

    private static void add(Slot slot, JsonNode input, RequestDraft draft) {
        JsonNode value = slot.value(input);
        if (value == null) {
            return;
        }
        Parameter parameter = slot.parameter();
        String name = parameter.name();
        ValueFormat format = parameter.format();
        // What the operator preset replaces anything callers gave under the same name.
        boolean replaces = slot.preset();
        switch (parameter.location()) {
            case QUERY -> draft.addQuery(ValueText.encoded(format).pairs(name, value), replaces);
            case COOKIE -> draft.addCookies(ValueText.encoded(format).pairs(name, value), replaces);
            case HEADER ->
                    draft.addHeader(slot.key(), name, ValueText.plain(format).single(name, value));
            case QUERYSTRING ->
                    draft.addQuery(
                            wholeQuery(Objects.requireNonNull(parameter.content()), value),
                            replaces);
            case PATH -> throw new IllegalStateException("the path is filled in elsewhere");
        }
    }

    /**
     * A value that is the whole query ({@code in: querystring} of OpenAPI 3.2): a form pair by
     * pair, anything else as one name without a value.
     */
    private static List<Pair> wholeQuery(Content content, JsonNode value) {
        byte[] bytes = BodyWriter.of(content).write(value).bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (BodyKind.of(content) != BodyKind.FORM) {
            return List.of(new Pair(PercentEncoding.component(text), null));
        }
        return Arrays.stream(text.split("&", -1))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2)
                .map(pair -> new Pair(pair[0], pair[1]))
                .toList();
    }

    private byte @Nullable [] addBody(JsonNode input, RequestDraft draft) {
        if (body == null) {
            return null;
        }
        boolean merged = shape.merged() != null;
        JsonNode value = merged ? rest(input) : input.get(InputShape.BODY);
        if (value == null || (merged && value.isEmpty() && !sendsEmptyBody)) {
            return null;
        }
        if (merged) {
            shape.bodyDefaults().forEach(value.asObject()::putIfAbsent);
            requireMembers(value);
        }
        BodyWriter.Written written = body.write(value);
        draft.addDefaultHeader("Content-Type", written.contentType());
        return written.bytes();
    }

    /** Of an open body, members that no schema names make it a body that is sent as well. */
    private void requireMembers(JsonNode value) {
        for (String name : Objects.requireNonNull(shape.merged()).required()) {
            if (!value.has(name)) {
                throw InvalidInput.at(name, "is required by the body of the request");
            }
        }
    }

    private ObjectNode rest(JsonNode input) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        Set<String> withheld = shape.parameters().withheld();
        ObjectShape merged = shape.merged();
        input.forEachEntry(
                (key, value) -> {
                    if (withheld.contains(key)
                            && (merged == null || !merged.properties().containsKey(key))) {
                        throw InvalidInput.at(
                                key, "is a parameter that callers do not give; leave it out");
                    }
                    if (!parameterKeys.contains(key)) {
                        rest.set(key, value);
                    }
                });
        return rest;
    }
}
