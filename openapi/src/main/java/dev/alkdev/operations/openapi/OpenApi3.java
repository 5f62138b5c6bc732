package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.MediaType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads OpenAPI 3.0, 3.1 and 3.2. */
final class OpenApi3 extends OperationReader {
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace", "query");

    private static final Set<String> PATH_ITEM =
            Set.of("$ref", "summary", "description", "servers", "parameters", ADDITIONAL);

    private final SchemaParts parts;
    private final Map<String, String> variables;
    private final IdentityHashMap<JsonNode, Optional<Parameter>> known = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, Answer> knownAnswers = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, List<Server>> knownServers = new IdentityHashMap<>();
    private final Map<String, MediaType> mediaTypes = new HashMap<>();

    OpenApi3(Problems problems, Map<String, String> variables) {
        super(problems, METHODS, PATH_ITEM);
        this.parts = new SchemaParts(problems);
        this.variables = variables;
    }

    /** Many operations share a parameter: it is read once. */
    @Override
    Optional<Parameter> parameter(Place place) {
        return known.computeIfAbsent(
                place.node(), node -> Optional.ofNullable(readParameter(place)));
    }

    private @Nullable Parameter readParameter(Place place) {
        ParameterLocation location = location(place, EnumSet.allOf(ParameterLocation.class));
        if (location == null) {
            return null;
        }
        Content content = firstContent(place);
        if (location == ParameterLocation.QUERYSTRING && content == null) {
            problems.add(Kind.UNUSABLE_PARAMETER, place, "a querystring needs a \"content\"");
            return null;
        }
        Place schema = content == null ? place.child("schema") : content.schema();
        return new Parameter(
                place.text("name", ""),
                location,
                location == ParameterLocation.PATH || place.flag("required"),
                content == null ? format(place, location) : contentFormat(content, location),
                SchemaParts.described(parts.ofParameter(schema), place.text("description", "")),
                location == ParameterLocation.QUERYSTRING ? content : null,
                SchemaParts.declaredDefault(schema));
    }

    private @Nullable Content firstContent(Place owner) {
        List<Content> contents = contents(owner);
        return contents.isEmpty() ? null : contents.getFirst();
    }

    private static ValueFormat contentFormat(Content content, ParameterLocation location) {
        return new ValueFormat(location.defaultStyle, false, false, content.type().isJson());
    }

    private ValueFormat format(Place place, ParameterLocation location) {
        String style = place.text("style");
        if (style != null && location.style(style).isEmpty()) {
            problems.add(
                    Kind.UNKNOWN_STYLE,
                    place.child("style"),
                    "style \"" + style + "\" does not exist in " + location.wireName);
        }
        return ValueFormat.of(place, location);
    }

    @Override
    Optional<RequestBody> body(Place pathItem, Place operation) {
        Place given = operation.child("requestBody");
        if (!given.exists()) {
            return Optional.empty();
        }
        return given.resolved(problems)
                .map(
                        body ->
                                new RequestBody(
                                        body.flag("required"),
                                        body.text("description", ""),
                                        contents(body)))
                .filter(body -> !body.contents().isEmpty());
    }

    private List<Content> contents(Place owner) {
        List<Content> contents = new ArrayList<>();
        owner.child("content")
                .forEachMember(
                        (type, place) ->
                                place.resolved(problems)
                                        .ifPresent(it -> contents.add(content(type, it))));
        return contents;
    }

    private Content content(String type, Place place) {
        Place item = place.child("itemSchema");
        for (String unknown : List.of("prefixEncoding", "itemEncoding")) {
            if (place.has(unknown)) {
                problems.add(
                        Kind.UNSUPPORTED, place.child(unknown), "is not supported and left out");
            }
        }
        return new Content(
                mediaTypes.computeIfAbsent(type, MediaType::parse),
                item.exists() ? item : place.child("schema"),
                place.child("encoding"));
    }

    /** Many operations share a response: it is read once. */
    @Override
    Answer answer(Place operation, String status, Place place) {
        Answer before = knownAnswers.get(place.node());
        if (before == null || !before.status().equals(status)) {
            before = readAnswer(status, place);
            knownAnswers.put(place.node(), before);
        }
        return before;
    }

    private Answer readAnswer(String status, Place place) {
        String description = place.text("description", place.text("summary", ""));
        return new Answer(status, description, contents(place), Answer.isLinked(place));
    }

    @Override
    List<Server> servers(Place pathItem, Place operation) {
        Place root = operation.mainRoot();
        for (Place owner : List.of(operation, pathItem, root)) {
            Place list = owner.child("servers");
            if (list.node().isArray() && !list.node().isEmpty()) {
                return knownServers.computeIfAbsent(list.node(), node -> readServers(list));
            }
        }
        return List.of(new Server("", root.document().uri()));
    }

    private List<Server> readServers(Place list) {
        List<Server> servers = new ArrayList<>();
        for (Place server : list.items()) {
            String url = fill(server.text("url", ""), server.child("variables"));
            servers.add(new Server(url, list.document().uri()));
        }
        return servers;
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
