package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads Swagger 2.0. */
final class Swagger2 extends OperationReader {
    private static final Set<String> NO_SCHEMA_KEYWORDS =
            Set.of("name", "in", "required", "collectionFormat", "allowEmptyValue", "readOnly");

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
    private static final Set<String> PATH_ITEM = Set.of("$ref", "parameters");
    private static final Set<String> IN_BODY = Set.of("body", "formData");

    private static final Set<ParameterLocation> LOCATIONS =
            EnumSet.complementOf(EnumSet.of(ParameterLocation.QUERYSTRING));

    Swagger2(Problems problems) {
        super(problems, METHODS, PATH_ITEM);
    }

    @Override
    Optional<Parameter> parameter(Place place) {
        if (IN_BODY.contains(place.text("in", ""))) {
            return Optional.empty();
        }
        ParameterLocation location = location(place, LOCATIONS);
        if (location == null) {
            return Optional.empty();
        }
        return Optional.of(
                new Parameter(
                        place.text("name", ""),
                        location,
                        location == ParameterLocation.PATH || place.flag("required"),
                        format(place),
                        schema(place),
                        null,
                        SchemaParts.declaredDefault(place)));
    }

    /** The schema of the value of a parameter. */
    private static ObjectNode schema(Place parameter) {
        if ("file".equals(parameter.text("type"))) {
            return SchemaParts.file(parameter.text("description", ""));
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        parameter.forEachMember(
                (keyword, value) -> {
                    if (!NO_SCHEMA_KEYWORDS.contains(keyword) && !keyword.startsWith("x-")) {
                        schema.set(keyword, value.node());
                    }
                });
        return schema;
    }

    private ValueFormat format(Place parameter) {
        String format = parameter.text(CollectionFormat.KEYWORD, "csv");
        if (!CollectionFormat.isKnown(format)) {
            problems.add(
                    Kind.UNKNOWN_STYLE,
                    parameter.child(CollectionFormat.KEYWORD),
                    "collectionFormat \"" + format + "\" does not exist");
        }
        return CollectionFormat.of(parameter);
    }

    @Override
    Optional<RequestBody> body(Place pathItem, Place operation) {
        Map<String, Place> given = new LinkedHashMap<>();
        for (Place owner : List.of(pathItem, operation)) {
            for (Place item : owner.child("parameters").items()) {
                item.resolved(problems).ifPresent(place -> addToBody(place, given));
            }
        }
        Place body = given.remove("body");
        if (body != null) {
            return Optional.of(jsonBody(operation, body));
        }
        return given.isEmpty()
                ? Optional.empty()
                : Optional.of(form(operation, List.copyOf(given.values())));
    }

    private static void addToBody(Place parameter, Map<String, Place> given) {
        switch (parameter.text("in", "")) {
            case "body" -> given.put("body", parameter);
            case "formData" -> given.put("form " + parameter.text("name"), parameter);
            default -> {}
        }
    }

    private RequestBody jsonBody(Place operation, Place body) {
        List<Content> contents = new ArrayList<>();
        for (String type : mediaTypes(operation, "consumes")) {
            contents.add(content(MediaType.parse(type), body.child("schema")));
        }
        return new RequestBody(body.flag("required"), body.text("description", ""), contents);
    }

    private RequestBody form(Place operation, List<Place> fields) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ObjectNode encoding = JsonNodeFactory.instance.objectNode();
        List<String> required = new ArrayList<>();
        boolean files = false;
        for (Place field : fields) {
            String name = field.text("name", "");
            properties.set(name, schema(field));
            files |= "file".equals(field.text("type"));
            if (field.flag("required")) {
                required.add(name);
            }
            format(field);
            encoding.putObject(name)
                    .put(CollectionFormat.KEYWORD, field.text(CollectionFormat.KEYWORD, "csv"))
                    .set("items", field.node().path("items"));
        }
        required.forEach(schema.withArrayProperty("required")::add);
        Place place = fields.getFirst();
        List<String> types = mediaTypes(operation, "consumes");
        boolean multipart = files || types.contains("multipart/form-data");
        boolean plain = types.contains("application/x-www-form-urlencoded") && !files;
        String type =
                multipart && !plain ? "multipart/form-data" : "application/x-www-form-urlencoded";
        Content content =
                new Content(MediaType.parse(type), place.holding(schema), place.holding(encoding));
        return new RequestBody(!required.isEmpty(), "", List.of(content));
    }

    private static Content content(MediaType type, Place schema) {
        return new Content(type, schema, schema.holding(MissingNode.getInstance()));
    }

    /** The operation's own media types, else those of the document, else JSON. */
    private static List<String> mediaTypes(Place operation, String keyword) {
        List<String> texts = texts(operation, keyword);
        return texts.isEmpty() ? List.of("application/json") : texts;
    }

    /** The texts of a list of the operation, or else of the document. */
    private static List<String> texts(Place operation, String keyword) {
        JsonNode own = operation.node().path(keyword);
        JsonNode list = own.isArray() ? own : operation.mainRoot().node().path(keyword);
        return list.values().stream().map(each -> each.asString("")).toList();
    }

    @Override
    Answer answer(Place operation, String status, Place place) {
        List<Content> contents = new ArrayList<>();
        Place schema = place.child("schema");
        if (schema.exists()) {
            boolean file = "file".equals(schema.text("type"));
            Place usable = file ? schema.holding(MissingNode.getInstance()) : schema;
            for (String type : mediaTypes(operation, "produces")) {
                contents.add(content(MediaType.parse(type), usable));
            }
        } else if (mediaTypes(operation, "produces").contains("text/event-stream")
                && status.startsWith("2")) {
            contents.add(content(MediaType.parse("text/event-stream"), schema));
        }
        return new Answer(status, place.text("description", ""), contents, Answer.isLinked(place));
    }

    @Override
    List<Server> servers(Place pathItem, Place operation) {
        Place root = operation.mainRoot();
        String document = root.document().uri();
        String host = root.text("host");
        String path = root.text("basePath", "");
        if (host == null) {
            return List.of(new Server(path, document));
        }
        List<String> schemes = texts(operation, "schemes");
        if (schemes.isEmpty() || schemes.contains("https")) {
            return List.of(new Server("https://" + host + path, document));
        }
        return schemes.stream()
                .distinct()
                .map(scheme -> new Server(scheme + "://" + host + path, document))
                .toList();
    }
}
