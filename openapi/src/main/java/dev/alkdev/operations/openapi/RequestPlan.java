package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
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
    private final Target target;
    private final PathTemplate path;
    private final InputShape shape;
    private final @Nullable BodyWriter body;
    private final boolean sendsEmptyBody;
    private final Set<String> parameterKeys = new HashSet<>();
    private final Set<String> withheld;
    private final Map<String, Blank> pathBlanks = new HashMap<>();
    private final List<Blank> blanks = new ArrayList<>();
    private final List<Blank> presets = new ArrayList<>();
    private final List<String> headers;

    /**
     * A place in the request that a parameter fills.
     *
     * @param key its name in the input; null if the operator has given the value
     * @param fallback what is sent without a value in the input
     */
    private record Blank(Parameter parameter, @Nullable String key, JsonNode fallback) {

        /** What is sent; null for nothing. */
        private @Nullable JsonNode value(JsonNode input) {
            JsonNode given = key == null ? fallback : input.path(key);
            JsonNode value = given.isMissingNode() ? fallback : given;
            return value.isMissingNode() || value.isNull() ? null : value;
        }

        private String name() {
            return parameter.name();
        }
    }

    /**
     * What the operator gives to every request of an operation.
     *
     * @param parameters those that callers do not fill
     * @param headers names and values in turn
     */
    record Settled(Presets.Sorted parameters, List<String> headers) {}

    RequestPlan(OperationModel model, Target target, InputShape shape, Settled settled) {
        this.method = model.method();
        this.target = target;
        this.path = new PathTemplate(model.path());
        this.shape = shape;
        this.headers = List.copyOf(settled.headers);
        this.withheld = settled.parameters.withheld();
        Content content = shape.body();
        this.body = content == null ? null : BodyWriter.of(content);
        this.sendsEmptyBody = sendsEmptyBody(shape);
        List<Blank> all = new ArrayList<>();
        for (InputShape.Slot slot : shape.slots()) {
            parameterKeys.add(slot.key());
            all.add(new Blank(slot.parameter(), slot.key(), slot.fallback()));
        }
        settled.parameters
                .filled()
                .forEach((parameter, value) -> all.add(new Blank(parameter, null, value)));
        sort(all, PathTemplate.queryVariables(model.path()));
    }

    /** Blanks of the path are filled by name, whatever the document calls their location. */
    private void sort(List<Blank> all, Set<String> queryVariables) {
        for (Blank blank : all) {
            if (blank.parameter.location() == ParameterLocation.PATH) {
                pathBlanks.put(blank.name(), blank);
            }
        }
        for (Blank blank : all) {
            boolean query = blank.parameter.location() == ParameterLocation.QUERY;
            if (query && queryVariables.contains(blank.name())) {
                pathBlanks.putIfAbsent(blank.name(), blank);
            } else if (blank.parameter.location() != ParameterLocation.PATH) {
                (blank.key == null ? presets : blanks).add(blank);
            }
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

    InputShape shape() {
        return shape;
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
        path.expand(variable -> pathText(variable, input), draft.path());
        path.expandQuery(variable -> queryText(variable, input), draft::addQuery);
        blanks.forEach(blank -> add(blank, input, draft));
        byte[] bytes = addBody(input, draft);
        presets.forEach(preset -> add(preset, input, draft));
        return new Outgoing(method, draft.uri(), draft.headers(headers), bytes);
    }

    /**
     * Refuses a request to another origin than that of the API.
     *
     * @throws dev.alkdev.operations.CallException if it is one
     */
    void check(URI uri) {
        target.check(uri);
    }

    private String pathText(String variable, JsonNode input) {
        String text = queryText(variable, input);
        if (text == null) {
            throw InvalidInput.at(variable, "is a part of the path and cannot be left out");
        }
        return text;
    }

    private @Nullable String queryText(String variable, JsonNode input) {
        Blank blank = pathBlanks.get(variable);
        JsonNode value = blank == null ? null : blank.value(input);
        return blank == null || value == null
                ? null
                : ValueText.inPath(blank.parameter.format()).single(variable, value);
    }

    private static void add(Blank blank, JsonNode input, RequestDraft draft) {
        JsonNode value = blank.value(input);
        if (value == null) {
            return;
        }
        Parameter parameter = blank.parameter;
        // What the operator preset replaces anything callers gave under the same name.
        boolean replaces = blank.key == null;
        List<RequestDraft.Pair> pairs = new ArrayList<>();
        switch (parameter.location()) {
            case QUERY -> {
                addPairs(blank, value, pairs);
                draft.addQuery(pairs, replaces);
            }
            case COOKIE -> {
                addPairs(blank, value, pairs);
                draft.addCookies(pairs, replaces);
            }
            case HEADER ->
                    draft.addHeader(
                            blank.key == null ? blank.name() : blank.key,
                            blank.name(),
                            ValueText.plain(parameter.format()).single(blank.name(), value));
            case QUERYSTRING ->
                    draft.addQuery(
                            wholeQuery(Objects.requireNonNull(parameter.content()), value),
                            replaces);
            case PATH -> throw new IllegalStateException("the path is filled in elsewhere");
        }
    }

    private static void addPairs(Blank blank, JsonNode value, List<RequestDraft.Pair> pairs) {
        ValueText.encoded(blank.parameter.format())
                .pairs(
                        blank.name(),
                        value,
                        (name, text) -> pairs.add(new RequestDraft.Pair(name, text)));
    }

    /**
     * A value that is the whole query ({@code in: querystring} of OpenAPI 3.2): a form pair by
     * pair, anything else as one name without a value.
     */
    private static List<RequestDraft.Pair> wholeQuery(Content content, JsonNode value) {
        byte[] bytes = BodyWriter.of(content).write(value).bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (BodyKind.of(content) != BodyKind.FORM) {
            return List.of(new RequestDraft.Pair(PercentEncoding.component(text), null));
        }
        return Arrays.stream(text.split("&", -1))
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2)
                .map(pair -> new RequestDraft.Pair(pair[0], pair[1]))
                .toList();
    }

    private byte @Nullable [] addBody(JsonNode input, RequestDraft draft) {
        if (body == null) {
            return null;
        }
        JsonNode value = shape.merged() == null ? input.get(InputShape.BODY) : rest(input);
        boolean nothing = value == null || (shape.merged() != null && value.isEmpty());
        if (value == null || (nothing && !sendsEmptyBody)) {
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
        Map<String, JsonNode> properties = mergedProperties();
        input.forEachEntry(
                (key, value) -> {
                    if (withheld.contains(key) && !properties.containsKey(key)) {
                        throw InvalidInput.at(
                                key, "is a parameter that callers do not give; leave it out");
                    }
                    if (!parameterKeys.contains(key)) {
                        rest.set(key, value);
                    }
                });
        return rest;
    }

    private Map<String, JsonNode> mergedProperties() {
        ObjectShape merged = shape.merged();
        return merged == null ? Map.of() : merged.properties();
    }
}
