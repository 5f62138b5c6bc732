package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compiles the keywords that apply schemas to a value or to its children. */
final class ApplicatorKeywords {
    private final SchemaCompiler compiler;
    private final SchemaReader schema;
    private final List<Check> checks;
    private final Rules rules;

    ApplicatorKeywords(SchemaCompiler compiler, SchemaReader schema, List<Check> checks) {
        this.compiler = compiler;
        this.schema = schema;
        this.checks = checks;
        this.rules = schema.rules();
    }

    void addObject() {
        Map<String, JsonNode> declared = rules.applicators() ? schema.map("properties") : Map.of();
        Set<String> required =
                rules.validation() ? new LinkedHashSet<>(required()) : new LinkedHashSet<>();
        for (Map.Entry<String, JsonNode> property : declared.entrySet()) {
            String name = property.getKey();
            if (required.contains(name) && isNeverRequired(name, property.getValue())) {
                required.remove(name);
            }
        }
        Compiled additional =
                rules.applicators() ? compiler.schema(schema, "additionalProperties") : null;
        List<ObjectCheck.PatternProperty> patterns = rules.applicators() ? patterns() : List.of();
        boolean declares = rules.applicators() && schema.has("properties");
        if (!declares && required.isEmpty() && additional == null && patterns.isEmpty()) {
            return;
        }
        List<ObjectCheck.Property> properties = new ArrayList<>();
        Location location = schema.location().child("properties");
        for (Map.Entry<String, JsonNode> entry : declared.entrySet()) {
            String name = entry.getKey();
            Compiled inner = compiler.inner(schema, entry.getValue(), location.child(name));
            properties.add(new ObjectCheck.Property(name, inner, required.contains(name)));
        }
        for (String name : required) {
            if (!declared.containsKey(name)) {
                properties.add(new ObjectCheck.Property(name, null, true));
            }
        }
        checks.add(new ObjectCheck(schema.location(), properties, patterns, additional, declares));
    }

    private boolean isNeverRequired(String name, JsonNode property) {
        return schema.resource()
                .library()
                .isNeverRequired(
                        new Located(property, schema.resource(), schema.location().child(name)));
    }

    private List<String> required() {
        JsonNode required = schema.get("required");
        // Swagger 2.0 and draft-03 wrote a flag here; it says nothing about the object itself.
        return required != null && required.isBoolean() && !rules.isFrom2019()
                ? List.of()
                : schema.strings("required");
    }

    private List<ObjectCheck.PatternProperty> patterns() {
        List<ObjectCheck.PatternProperty> patterns = new ArrayList<>();
        Location location = schema.location().child("patternProperties");
        for (Map.Entry<String, JsonNode> entry : schema.map("patternProperties").entrySet()) {
            String pattern = entry.getKey();
            patterns.add(
                    new ObjectCheck.PatternProperty(
                            TextKeywords.compile(schema, pattern),
                            compiler.inner(schema, entry.getValue(), location.child(pattern))));
        }
        return patterns;
    }

    void addItems() {
        List<Compiled> prefix;
        Compiled rest;
        JsonNode items = schema.get("items");
        boolean tuple = items != null && items.isArray();
        if (rules.isModern() && !(tuple && schema.resource().library().isTolerant())) {
            prefix = compiler.schemas(schema, "prefixItems");
            rest = compiler.schema(schema, "items");
        } else if (tuple) {
            prefix = compiler.schemas(schema, "items");
            rest = compiler.schema(schema, "additionalItems");
        } else {
            prefix = List.of();
            rest = compiler.schema(schema, "items");
        }
        if (!prefix.isEmpty() || rest != null) {
            checks.add(new ItemsCheck(schema.location(), prefix, rest));
        }
    }

    void addContains() {
        Compiled contains = compiler.schema(schema, "contains");
        if (contains != null) {
            boolean counts = rules.isFrom2019() && rules.validation();
            int min = counts ? schema.count("minContains", 1) : 1;
            int max = counts ? schema.count("maxContains", Integer.MAX_VALUE) : Integer.MAX_VALUE;
            ContainsCheck.Bounds bounds = new ContainsCheck.Bounds(min, max, rules.isModern());
            checks.add(new ContainsCheck(schema.location(), contains, bounds));
        }
    }

    void addNames() {
        Compiled names = compiler.schema(schema, "propertyNames");
        if (names != null) {
            checks.add(new PropertyNames(schema.location(), names));
        }
    }

    private Combination.Mode lenient(Combination.Mode mode) {
        boolean either = mode == Combination.Mode.ONE && schema.mayOverlap();
        return either ? Combination.Mode.ANY : mode;
    }

    void addCombinations() {
        for (Combination.Mode mode : Combination.Mode.values()) {
            if (schema.has(mode.keyword)) {
                List<Compiled> branches = compiler.schemas(schema, mode.keyword);
                if (branches.isEmpty()) {
                    throw schema.wrong(mode.keyword, "must hold at least one schema");
                }
                checks.add(new Combination(schema.location(), lenient(mode), branches));
            }
        }
        Discriminator discriminator = rules.dialect().isOpenApi() ? Discriminator.of(schema) : null;
        if (discriminator != null) {
            checks.add(discriminator);
        }
        Compiled refused = compiler.schema(schema, "not");
        if (refused != null) {
            checks.add(new Negation(schema.location(), refused));
        }
    }

    void addConditional() {
        if (rules.dialect() == Dialect.OPENAPI_3_0) {
            return;
        }
        Compiled condition = compiler.schema(schema, "if");
        Compiled then = compiler.schema(schema, "then");
        Compiled otherwise = compiler.schema(schema, "else");
        if (condition != null) {
            checks.add(new Conditional(schema.location(), condition, then, otherwise));
        }
    }

    void addDependencies() {
        if (rules.isFrom2019()) {
            schema.map("dependentSchemas")
                    .forEach((name, node) -> addDependency("dependentSchemas", name, node));
        }
        schema.map("dependencies")
                .forEach(
                        (name, node) -> {
                            if (!node.isArray()) {
                                addDependency("dependencies", name, node);
                            }
                        });
    }

    private void addDependency(String keyword, String name, JsonNode node) {
        Location location = schema.location().child(keyword).child(name);
        Compiled dependent = compiler.inner(schema, node, location);
        checks.add(new Dependency(schema.location(), keyword, name, dependent));
    }

    void addUnevaluated() {
        if (!rules.isFrom2019()) {
            return;
        }
        @Nullable Compiled items = compiler.schema(schema, "unevaluatedItems");
        if (items != null) {
            checks.add(UnevaluatedCheck.items(schema.location(), items));
        }
        @Nullable Compiled properties = compiler.schema(schema, "unevaluatedProperties");
        if (properties != null) {
            checks.add(UnevaluatedCheck.properties(schema.location(), properties));
        }
    }
}
