package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;

/**
 * Where a schema is defined. References, null as an alternative and words for people are looked
 * through: {@code {"$ref": "#/$defs/Pet", "nullable": true}} is where {@code Pet} is.
 *
 * @param name under which a document defines it; empty if it is written where it is used
 * @param key equal for the same place of the same document, which must still be in use
 */
public record SchemaPlace(String name, Object key) {
    private static final int MOST_STEPS = 100;

    /** Keywords of a schema that only leads to another one. */
    private static final Set<String> LEADING = Set.of("$ref", "allOf", "anyOf", "oneOf");

    private static final Set<String> SILENT =
            Set.of(
                    "nullable",
                    "$schema",
                    "$comment",
                    "example",
                    "examples",
                    "deprecated",
                    "readOnly",
                    "writeOnly",
                    "externalDocs",
                    "xml");

    /** A node by its identity, not its content. */
    private record Node(JsonNode node) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Node(JsonNode same) && same == node;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(node);
        }
    }

    static SchemaPlace of(SchemaView view) {
        SchemaView here = view;
        for (int i = 0; i < MOST_STEPS; i++) {
            SchemaView next = onlyAlternative(here);
            if (next == null) {
                break;
            }
            here = next;
        }
        if (here.start == null) {
            return new SchemaPlace("", here.joined.stream().map(each -> of(each).key).toList());
        }
        // The first one that says more than where to look.
        ViewPart meant = here.start;
        for (ViewPart part : here.form().parts()) {
            meant = part;
            if (!leadsToOne(part.node())) {
                break;
            }
        }
        return new SchemaPlace(name(meant.schema().location()), new Node(meant.node()));
    }

    /** The one schema that a value fits unless it is null, if there is no other restriction. */
    private static @Nullable SchemaView onlyAlternative(SchemaView view) {
        List<ViewForm.Choice> choices = view.form().choices();
        boolean only =
                choices.size() == 1
                        && view.form().parts().stream()
                                .allMatch(part -> part.isWordsOnly() || isLeading(part.node()));
        if (!only) {
            return null;
        }
        List<SchemaView> some =
                choices.getFirst().branches().stream().filter(each -> !each.isNull()).toList();
        return some.size() == 1 ? some.getFirst() : null;
    }

    private static boolean leadsToOne(JsonNode node) {
        return isLeading(node)
                && (node.has("$ref") ? !node.has("allOf") : node.path("allOf").size() == 1);
    }

    private static boolean isLeading(JsonNode node) {
        boolean leads = false;
        for (String name : node.propertyNames()) {
            if (LEADING.contains(name)) {
                leads = true;
            } else if (!isSilent(name)) {
                return false;
            }
        }
        return leads;
    }

    private static boolean isSilent(String name) {
        return SILENT.contains(name)
                || name.startsWith("x-")
                || Keyword.isForPeople(name)
                || Keyword.isDefinitions(name);
    }

    private static String name(Location location) {
        Location around = location.parent();
        boolean defined =
                around != null
                        && (Keyword.isDefinitions(around.token())
                                || around.token().equals("schemas"));
        return defined ? location.token() : "";
    }
}
