package dev.alkdev.operations.openapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which {@code default}s of a document are sent where the caller gives nothing. A default says what
 * the server assumes anyway, so that leaving it out is right in most cases; sending it can be wrong
 * where parameters exclude each other, or where a property is set only because it is named.
 */
public enum Defaults {
    /** None: whatever is required has to be given. */
    NONE,
    /**
     * Those of required parameters, and those of headers and cookies, which are independent of
     * others. Nothing is ever added to a body.
     */
    SAFE,
    /**
     * Every one: also those of optional query parameters and, unless it is a PATCH, those of the
     * properties of a merged body that is sent, required or not.
     */
    ALL;

    private static final Set<ParameterLocation> HEADERS =
            EnumSet.of(ParameterLocation.HEADER, ParameterLocation.COOKIE);

    /** What is sent for a parameter that is not given; missing if nothing is. */
    JsonNode of(Parameter parameter) {
        boolean sent =
                switch (this) {
                    case NONE -> false;
                    case SAFE -> parameter.required() || HEADERS.contains(parameter.location());
                    case ALL -> true;
                };
        return sent ? parameter.declaredDefault() : MissingNode.getInstance();
    }

    /** What is sent for properties of a merged body that are not given, by name. */
    Map<String, JsonNode> of(ObjectShape body, String method) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        if (this == ALL && !method.equals("PATCH")) {
            body.places()
                    .forEach(
                            (name, place) -> {
                                JsonNode value = SchemaParts.declaredDefault(place);
                                boolean given = place.view().keyword("readOnly").asBoolean(false);
                                if (!value.isMissingNode() && !given) {
                                    values.put(name, value);
                                }
                            });
        }
        return values;
    }
}
