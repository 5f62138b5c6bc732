package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One schema as a view meets it: in its document, with the resources that were entered on the way,
 * and with those of its keywords that apply.
 */
final class ViewPart {
    private final Located schema;
    private final Scope scope;
    private final Reading reading;

    /** Which keywords apply. */
    private enum Reading {
        ALL,
        /** All but {@code nullable}, which has been seen to. */
        WITHOUT_NULL,
        /** Words for people, and nothing that a value has to fit. */
        WORDS
    }

    private ViewPart(Located schema, Scope scope, Reading reading) {
        this.schema = schema;
        this.scope = scope;
        this.reading = reading;
    }

    static ViewPart of(Located schema) {
        Resource resource = schema.resource();
        return at(schema.node(), schema, schema.location(), Scope.of(resource));
    }

    private static ViewPart at(JsonNode node, Located around, Location location, Scope scope) {
        Resource outer = around.resource();
        Resource resource =
                node == outer.root().node()
                        ? outer
                        : outer.library().resourceAt(node, outer, location);
        return new ViewPart(
                new Located(node, resource, location), scope.visit(resource), Reading.ALL);
    }

    JsonNode node() {
        return schema.node();
    }

    Located schema() {
        return schema;
    }

    Rules rules() {
        return schema.resource().rules();
    }

    /** The value of a keyword, if it applies; a missing node otherwise. */
    JsonNode get(String keyword) {
        JsonNode value = node().get(keyword);
        if (value == null) {
            return MissingNode.getInstance();
        }
        boolean counts =
                Keyword.isForPeople(keyword)
                        || keyword.equals("$ref")
                        || (reading != Reading.WORDS && !standsAlone());
        return counts ? value : MissingNode.getInstance();
    }

    private boolean standsAlone() {
        return rules().refStandsAlone() && node().has("$ref");
    }

    boolean isNever() {
        return node().isBoolean() && !node().booleanValue();
    }

    private boolean isNullable() {
        return reading == Reading.ALL
                && rules().dialect().isOpenApi()
                && node().path("nullable").asBoolean(false);
    }

    /** Whether null is beside all that it demands, so that there is a choice. */
    boolean isNullOrMore() {
        return isNullable() && Keyword.MORE_THAN_A_TYPE.stream().anyMatch(node()::has);
    }

    ViewPart withoutNull() {
        return new ViewPart(schema, scope, Reading.WITHOUT_NULL);
    }

    ViewPart words() {
        return new ViewPart(schema, scope, Reading.WORDS);
    }

    boolean isWordsOnly() {
        return reading == Reading.WORDS;
    }

    ViewPart child(String keyword, JsonNode node) {
        return at(node, schema, schema.location().child(keyword), scope);
    }

    /** The schemas in a list under a keyword. */
    List<ViewPart> list(String keyword) {
        List<ViewPart> parts = new ArrayList<>();
        Location location = schema.location().child(keyword);
        JsonNode list = get(keyword);
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            parts.add(at(list.get(i), schema, location.child(i), scope));
        }
        return parts;
    }

    /** The schema of a name in an object under a keyword. */
    ViewPart member(String keyword, String name, JsonNode node) {
        return at(node, schema, schema.location().child(keyword).child(name), scope);
    }

    /** The targets of its references; one that leads nowhere restricts nothing. */
    List<ViewPart> targets() {
        List<ViewPart> targets = new ArrayList<>();
        addTarget(targets, "$ref");
        if (rules().isModern()) {
            addTarget(targets, "$dynamicRef");
        } else if (rules().isFrom2019()) {
            addTarget(targets, "$recursiveRef");
        }
        return targets;
    }

    private void addTarget(List<ViewPart> targets, String keyword) {
        if (isWordsOnly() || !get(keyword).isString()) {
            return;
        }
        Located target = target(keyword, get(keyword).asString());
        if (target != null) {
            targets.add(at(target.node(), target, target.location(), scope));
        }
    }

    private @Nullable Located target(String keyword, String reference) {
        Resource from = schema.resource();
        Located target;
        try {
            target = from.library().locate(from, reference, schema.location());
        } catch (SchemaException nowhere) {
            return null;
        }
        String anchor = anchor(keyword, reference);
        Located dynamic = anchor.isEmpty() ? null : target.resource().dynamicAnchor(anchor);
        if (dynamic == null || dynamic.node() != target.node()) {
            return target;
        }
        Located outermost = scope.outermost(anchor);
        return outermost == null ? target : outermost;
    }

    private static String anchor(String keyword, String reference) {
        return switch (keyword) {
            case "$dynamicRef" -> reference.substring(reference.indexOf('#') + 1);
            case "$recursiveRef" -> Library.RECURSIVE_ANCHOR;
            default -> "";
        };
    }

    /** What a value must be of, going by this schema's own keywords. */
    int types() {
        if (isNever()) {
            return 0;
        }
        int types = JsonType.ANY;
        JsonNode type = get("type");
        if (type.isString()) {
            types = mask(type.asString(), types);
        } else if (type.isArray()) {
            types = 0;
            for (JsonNode each : type) {
                types |= mask(each.asString(""), JsonType.ANY);
            }
        }
        List<JsonNode> values = values();
        if (values != null) {
            types &= typesOf(values);
        }
        return isNullable() && types != JsonType.ANY ? types | JsonType.NULL.bit : types;
    }

    private static int mask(String name, int unknown) {
        JsonType type = JsonType.named(name);
        return type == null ? unknown : type.mask();
    }

    private static int typesOf(List<JsonNode> values) {
        int types = 0;
        for (JsonNode value : values) {
            JsonType type = JsonType.of(value);
            types |= type == null ? 0 : type.mask();
        }
        return types;
    }

    /** The types its keywords are about, if there is no {@code type}. */
    int inferredTypes() {
        boolean object =
                get("properties").isObject()
                        || get("patternProperties").isObject()
                        || get("required").isArray()
                        || get("additionalProperties").isObject();
        boolean array = get("items").isContainer() || get("prefixItems").isArray();
        int types = (object ? JsonType.OBJECT.bit : 0) | (array ? JsonType.ARRAY.bit : 0);
        return types == 0 ? JsonType.ANY : types;
    }

    /** The values that {@code const} or {@code enum} list; null if they do not. */
    @Nullable List<JsonNode> values() {
        JsonNode constant = get("const");
        if (!constant.isMissingNode() && rules().dialect() != Dialect.OPENAPI_3_0) {
            return List.of(constant);
        }
        JsonNode list = get("enum");
        if (!list.isArray()) {
            return null;
        }
        Collection<JsonNode> values = list.values();
        List<JsonNode> all = new ArrayList<>(values);
        if (isNullable() && values.stream().noneMatch(JsonNode::isNull)) {
            all.add(NullNode.getInstance());
        }
        return all;
    }

    /** The names of properties that an object must have. */
    List<String> required() {
        return get("required").values().stream().map(name -> name.asString("")).toList();
    }

    /** Whether it declares a property that is not required, even if its object requires it. */
    boolean isNeverRequired(String name) {
        JsonNode property = get("properties").path(name);
        Located declared = member("properties", name, property).schema;
        return !property.isMissingNode() && schema.resource().library().isNeverRequired(declared);
    }

    /** How many items at the beginning of an array have schemas of their own. */
    int prefix() {
        return prefixItems().size();
    }

    private JsonNode prefixItems() {
        return get("items").isArray() ? get("items") : get("prefixItems");
    }

    /** The schema of an item; null if nothing is declared about it. */
    @Nullable ViewPart item(int index) {
        boolean tuple = get("items").isArray();
        if (index < prefix()) {
            return list(tuple ? "items" : "prefixItems").get(index);
        }
        String keyword = tuple ? "additionalItems" : "items";
        JsonNode rest = get(keyword);
        return rest.isObject() ? child(keyword, rest) : null;
    }

    /** The schema of a property that is not declared by its name; null if nothing is declared. */
    @Nullable ViewPart other(String name) {
        for (var each : get("patternProperties").properties()) {
            if (matches(each.getKey(), name)) {
                return member("patternProperties", each.getKey(), each.getValue());
            }
        }
        for (String keyword : List.of("additionalProperties", "unevaluatedProperties")) {
            if (get(keyword).isObject()) {
                return child(keyword, get(keyword));
            }
        }
        return null;
    }

    private static boolean matches(String pattern, String name) {
        try {
            return PatternSearch.find(Pattern262.compile(pattern), name);
        } catch (IllegalArgumentException | UndecidableException unusable) {
            return false;
        }
    }
}
