package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads OpenAPI 3.0, 3.1 and what follows. */
final class OpenApi3 implements DocumentDialect {
    /** Headers that the HTTP client sets itself and lets nobody else set. */
    static final Set<String> RESERVED_HEADERS =
            Set.of("connection", "content-length", "expect", "host", "upgrade");

    private final Problems problems;
    private final SchemaParts parts;
    private final Map<String, String> variables;
    private final IdentityHashMap<JsonNode, Optional<Parameter>> known = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, List<Content>> knownContents = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, Answer> knownAnswers = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, String> knownServers = new IdentityHashMap<>();
    private final Map<String, MediaType> mediaTypes = new HashMap<>();

    OpenApi3(Problems problems, Map<String, String> variables) {
        this.problems = problems;
        this.parts = new SchemaParts(problems);
        this.variables = variables;
    }

    @Override
    public List<Parameter> parameters(Place list) {
        List<Parameter> parameters = new ArrayList<>();
        for (Place item : list.items()) {
            resolve(item).flatMap(this::parameter).ifPresent(parameters::add);
        }
        return parameters;
    }

    private Optional<Place> resolve(Place place) {
        try {
            return Optional.of(place.resolved());
        } catch (BrokenReferenceException broken) {
            problems.add(broken);
            return Optional.empty();
        }
    }

    /** Many operations share a parameter: it is read once. */
    private Optional<Parameter> parameter(Place place) {
        Optional<Parameter> before = known.get(place.node());
        if (before == null) {
            before = Optional.ofNullable(read(place));
            known.put(place.node(), before);
        }
        return before;
    }

    private @Nullable Parameter read(Place place) {
        String name = place.text("name");
        ParameterLocation location = ParameterLocation.find(place.text("in"));
        if (name == null || location == null) {
            problems.add(Kind.UNUSABLE_PARAMETER, place, "needs a name and a known \"in\"");
            return null;
        }
        if (location == ParameterLocation.HEADER
                && RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            problems.add(Kind.UNUSABLE_PARAMETER, place, name + " is set by the HTTP client");
        }
        Place content = firstMember(place.child("content"));
        Place schema = content == null ? place.child("schema") : content.child("schema");
        JsonNode part = parts.part(schema);
        String description = Objects.requireNonNullElse(place.text("description"), "");
        return new Parameter(
                name,
                location,
                location == ParameterLocation.PATH || place.flag("required"),
                content == null ? format(place, location) : contentFormat(content, location),
                SchemaParts.described(part, description),
                SchemaParts.declaredDefault(schema));
    }

    private static @Nullable Place firstMember(Place map) {
        List<Place> members = new ArrayList<>();
        map.forEachMember((name, place) -> members.add(place));
        return members.isEmpty() ? null : members.getFirst();
    }

    private static ValueFormat contentFormat(Place content, ParameterLocation location) {
        return MediaType.parse(content.token()).isJson()
                ? ValueFormat.json(location)
                : ValueFormat.of(ParameterStyle.defaultOf(location), false);
    }

    private ValueFormat format(Place place, ParameterLocation location) {
        ParameterStyle style = ParameterStyle.defaultOf(location);
        String named = place.text("style");
        if (named != null) {
            ParameterStyle found = ParameterStyle.find(named, location);
            if (found == null) {
                problems.add(
                        Kind.UNKNOWN_STYLE,
                        place.child("style"),
                        "style \"" + named + "\" does not exist in " + location.wireName());
            } else {
                style = found;
            }
        }
        boolean explode =
                place.has("explode") ? place.flag("explode") : style == ParameterStyle.FORM;
        return new ValueFormat(style, explode, place.flag("allowReserved"), false);
    }

    @Override
    public Optional<RequestBody> body(Place pathItem, Place operation) {
        Place given = operation.child("requestBody");
        if (!given.exists()) {
            return Optional.empty();
        }
        return resolve(given)
                .map(
                        body ->
                                new RequestBody(
                                        body.flag("required"),
                                        Objects.requireNonNullElse(body.text("description"), ""),
                                        contents(body)))
                .filter(body -> !body.contents().isEmpty());
    }

    /** Many operations share a response: it is read once. */
    private List<Content> contents(Place owner) {
        return knownContents.computeIfAbsent(owner.node(), node -> readContents(owner));
    }

    private List<Content> readContents(Place owner) {
        List<Content> contents = new ArrayList<>();
        owner.child("content")
                .forEachMember(
                        (type, place) -> {
                            Place item = place.child("itemSchema");
                            contents.add(
                                    new Content(
                                            mediaTypes.computeIfAbsent(type, MediaType::parse),
                                            item.exists() ? item : place.child("schema"),
                                            place.child("encoding")));
                        });
        return contents;
    }

    @Override
    public List<Answer> answers(Place operation) {
        List<Answer> answers = new ArrayList<>();
        operation
                .child("responses")
                .forEachMember(
                        (status, place) -> {
                            if (!status.startsWith("x-")) {
                                resolve(place).ifPresent(it -> answers.add(answer(status, it)));
                            }
                        });
        return answers;
    }

    private Answer answer(String status, Place place) {
        Answer before = knownAnswers.get(place.node());
        if (before == null || !before.status().equals(status)) {
            before = readAnswer(status, place);
            knownAnswers.put(place.node(), before);
        }
        return before;
    }

    private Answer readAnswer(String status, Place place) {
        String description = Objects.requireNonNullElse(place.text("description"), "");
        return new Answer(status, description, contents(place));
    }

    @Override
    public Optional<String> server(Place pathItem, Place operation) {
        for (Place owner : List.of(operation, pathItem, Place.root(pathItem.document()))) {
            Place server = owner.child("servers").child(0);
            String url = server.text("url");
            if (url != null) {
                return Optional.of(
                        knownServers.computeIfAbsent(
                                server.node(), node -> fill(url, server.child("variables"))));
            }
        }
        return Optional.empty();
    }

    private String fill(String url, Place declared) {
        String filled = url;
        for (Map.Entry<String, String> given : variables.entrySet()) {
            filled = filled.replace("{" + given.getKey() + "}", given.getValue());
        }
        for (String name : declared.node().propertyNames()) {
            String value = declared.node().path(name).path("default").asString("");
            filled = filled.replace("{" + name + "}", value);
        }
        return filled;
    }
}
