package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Turns a schema into checks. It goes into the schemas inside, but not through references: their
 * targets are found now and compiled when they are needed.
 */
final class SchemaCompiler {
    private final Library library;
    private final Located start;

    /**
     * A compiler.
     *
     * @param start what it is to compile, for those who read the log
     */
    SchemaCompiler(Library library, Located start) {
        this.library = library;
        this.start = start;
    }

    Compiled compile(Located schema) {
        return compile(schema, 0);
    }

    private Compiled compile(Located schema, int depth) {
        if (!library.isTolerant()) {
            return compileStrictly(schema, schema.node(), depth);
        }
        JsonNode valid = library.repair().reportedPart(schema, start.owner());
        try {
            return compileStrictly(schema, valid, depth);
        } catch (SchemaException e) {
            library.repair().report(start.owner(), String.valueOf(e.getMessage()));
            return plain(schema, JsonType.ANY);
        }
    }

    /** A schema that looks at nothing but the type. */
    private static Compiled plain(Located schema, int types) {
        return new Compiled(new Parts(schema.location(), types, false, List.of(), null, null));
    }

    private Compiled compileStrictly(Located schema, JsonNode node, int depth) {
        if (node.isBoolean()) {
            return plain(schema, node.booleanValue() ? JsonType.ANY : 0);
        }
        if (!node.isObject()) {
            throw new SchemaException(
                    schema.location().pointer(),
                    "a schema must be an object or true or false, got " + ValueText.of(node));
        }
        Resource resource =
                schema.node() == schema.resource().root().node()
                        ? schema.resource()
                        : library.resourceAt(schema.node(), schema.resource(), schema.location());
        Located here = new Located(schema.node(), resource, schema.location());
        return compileObject(
                new SchemaReader(here, node, depth),
                resource == schema.resource() ? null : resource);
    }

    private Compiled compileObject(SchemaReader schema, @Nullable Resource entered) {
        Rules rules = schema.rules();
        List<Check> checks = new ArrayList<>();
        Topic.addAll(this, schema, checks);
        boolean typed = rules.validation() && (schema.topics() & Topic.TYPE.bit()) != 0;
        int types = typed ? ValidationKeywords.types(schema) : JsonType.ANY;
        boolean nullable = rules.dialect().isOpenApi() && schema.flag("nullable");
        return new Compiled(
                new Parts(
                        schema.location(),
                        types,
                        nullable,
                        checks,
                        entered,
                        schema.value("default")));
    }

    void addReferences(SchemaReader schema, List<Check> checks) {
        String reference = schema.string("$ref");
        if (reference != null) {
            checks.add(new Reference(schema, "$ref", locate(schema, "$ref", reference), null));
        }
        if (schema.rules().isModern()) {
            addDynamic(schema, "$dynamicRef", checks);
        } else if (schema.rules().isFrom2019()) {
            addDynamic(schema, "$recursiveRef", checks);
        }
    }

    private void addDynamic(SchemaReader schema, String keyword, List<Check> checks) {
        String reference = schema.string(keyword);
        if (reference == null) {
            return;
        }
        Located target = locate(schema, keyword, reference);
        String anchor =
                keyword.equals("$recursiveRef")
                        ? Library.RECURSIVE_ANCHOR
                        : reference.substring(reference.indexOf('#') + 1);
        Located dynamic = target.resource().dynamicAnchor(anchor);
        boolean overridable = dynamic != null && dynamic.node() == target.node();
        checks.add(new Reference(schema, keyword, target, overridable ? anchor : null));
    }

    private Located locate(SchemaReader schema, String keyword, String reference) {
        Located target =
                library.locate(schema.resource(), reference, schema.location().child(keyword));
        library.addTarget(target);
        return target;
    }

    /** The schema under a keyword, or null if there is none. */
    @Nullable Compiled schema(SchemaReader outer, String keyword) {
        JsonNode node = outer.get(keyword);
        return node == null ? null : inner(outer, node, outer.location().child(keyword));
    }

    /** The schemas in the array under a keyword; none if it is absent. */
    List<Compiled> schemas(SchemaReader outer, String keyword) {
        List<Compiled> schemas = new ArrayList<>();
        Location location = outer.location().child(keyword);
        for (JsonNode node : outer.list(keyword)) {
            schemas.add(inner(outer, node, location.child(schemas.size())));
        }
        return schemas;
    }

    Compiled inner(SchemaReader outer, JsonNode node, Location location) {
        return compile(new Located(node, outer.resource(), location), outer.depth() + 1);
    }
}
