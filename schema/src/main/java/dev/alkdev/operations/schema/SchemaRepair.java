package dev.alkdev.operations.schema;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the valid parts of schemas that others wrote. Values are checked against the same parts
 * that are published. Threads may share it.
 */
final class SchemaRepair {
    private static final int MAX_REPORTS = 1_000;
    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef");

    private final Library library;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    SchemaRepair(Library library) {
        this.library = library;
    }

    /** Logs an invalid part of a schema, once. */
    void report(String owner, String message) {
        if (reported.size() < MAX_REPORTS && reported.add(message)) {
            // No constant: finding a logging framework takes 20 ms of a start.
            Logger log = LoggerFactory.getLogger(SchemaRepair.class);
            log.warn("Ignored an invalid part of a schema in {}; fix it at {}", owner, message);
        }
    }

    /** One schema without its invalid keywords and broken references; schemas inside stay. */
    JsonNode validPart(Located schema) {
        JsonNode valid = KeywordForm.valid(schema.node(), schema.resource().rules());
        for (String keyword : REFERENCES) {
            if (valid.path(keyword).isString() && !leads(schema, valid.get(keyword).asString())) {
                valid = without(keyword, valid);
            }
        }
        for (String keyword : KeywordForm.EXACT) {
            if (valid.has(keyword) && !doReferencesLead(schema, valid.get(keyword))) {
                valid = KeywordForm.relaxed(keyword, valid);
            }
        }
        String dialect = valid.path("$schema").asString("");
        return dialect.isEmpty() || library.isDialect(dialect) ? valid : without("$schema", valid);
    }

    private boolean doReferencesLead(Located schema, JsonNode value) {
        return value.findValuesAsString("$ref").stream()
                .allMatch(reference -> leads(schema, reference));
    }

    /** As {@link #validPart}; logs what is missing. */
    JsonNode reportedPart(Located schema, String owner) {
        JsonNode valid = validPart(schema);
        if (valid == schema.node()) {
            return valid;
        }
        if (!schema.node().isObject()) {
            report(owner, schema.location().pointer(), "a schema is an object", schema.node());
        }
        schema.node()
                .forEachEntry(
                        (keyword, value) -> {
                            if (valid.get(keyword) != value) {
                                String pointer = schema.location().child(keyword).pointer();
                                report(owner, pointer, demand(keyword), value);
                            }
                        });
        return valid;
    }

    private static String demand(String keyword) {
        return REFERENCES.contains(keyword)
                ? "the reference leads nowhere"
                : "the value is not valid for \"" + keyword + "\"";
    }

    private void report(String owner, String pointer, String demand, JsonNode value) {
        String place = pointer.isEmpty() ? "the root" : pointer;
        report(owner, place + ": " + demand + ", got " + ValueText.of(value));
    }

    private boolean leads(Located from, String reference) {
        try {
            library.locate(from.resource(), reference, from.location());
            return true;
        } catch (SchemaException missing) {
            return false;
        }
    }

    private static JsonNode without(String keyword, JsonNode schema) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode().setAll(schema.asObject());
        copy.remove(keyword);
        return copy;
    }

    /** A whole schema without its invalid parts; the same node if all of it is valid. */
    JsonNode valid(Located schema) {
        Walk walk = new Walk();
        JsonNode valid = walk.valid(schema);
        return walk.repaired ? valid : schema.node();
    }

    /** One way through all schemas inside a schema. */
    private final class Walk {
        private boolean repaired;

        private JsonNode valid(Located schema) {
            Located here =
                    new Located(
                            schema.node(),
                            library.resourceAt(schema.node(), schema.resource(), schema.location()),
                            schema.location());
            JsonNode valid = validPart(here);
            repaired |= valid != schema.node();
            if (!valid.isObject()) {
                return valid;
            }
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            valid.forEachEntry(
                    (keyword, value) ->
                            copy.set(
                                    keyword,
                                    Keyword.replace(
                                            keyword, value, each -> inner(here, keyword, each))));
            if (here.resource().rules().isModern() && copy.path("items").isArray()) {
                repaired = true;
                PortableSchema.tuple(copy);
            }
            return copy;
        }

        private JsonNode inner(Located outer, String keyword, JsonNode node) {
            return valid(new Located(node, outer.resource(), outer.location().child(keyword)));
        }
    }
}
