package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes schemas of a document ready to leave it: what they refer to is copied into {@code $defs}.
 * Each target is translated once and has one name, whoever refers to it. Used under the library's
 * lock.
 */
final class SchemaBundler {
    private final Library library;
    private final IdentityHashMap<JsonNode, Definition> definitions = new IdentityHashMap<>();

    /** A target of references, and what it refers to in its turn once it is translated. */
    private static final class Definition {
        private final String name;
        private final Located schema;
        private @Nullable JsonNode translated;
        private List<Definition> uses = List.of();
        private long size;

        private Definition(String name, Located schema) {
            this.name = name;
            this.schema = schema;
        }
    }

    SchemaBundler(Library library) {
        this.library = library;
    }

    JsonNode bundle(Located schema) {
        List<Definition> uses = new ArrayList<>();
        JsonNode root = translate(schema, uses);
        if (uses.isEmpty() || !(root instanceof ObjectNode object)) {
            return root;
        }
        ObjectNode bundle = JsonNodeFactory.instance.objectNode();
        bundle.setAll(object);
        ObjectNode carried = bundle.putObject("$defs");
        reachable(uses).stream()
                .sorted(Comparator.comparing(each -> each.name))
                .forEach(each -> carried.set(each.name, each.translated));
        return bundle;
    }

    /** Whether a bundle would have more than so many bytes as text: looks no further than that. */
    boolean isLarger(Located schema, int bytes) {
        List<Definition> uses = new ArrayList<>();
        long size = TextSize.of(translate(schema, uses), bytes);
        Set<Definition> found = new HashSet<>();
        Deque<Definition> open = new ArrayDeque<>(uses);
        while (!open.isEmpty() && size <= bytes) {
            Definition next = open.pop();
            if (found.add(next)) {
                complete(next);
                size += next.size;
                open.addAll(next.uses);
            }
        }
        return size > bytes;
    }

    private Set<Definition> reachable(List<Definition> uses) {
        Set<Definition> found = new LinkedHashSet<>();
        Deque<Definition> open = new ArrayDeque<>(uses);
        while (!open.isEmpty()) {
            Definition next = open.pop();
            if (found.add(next)) {
                complete(next);
                open.addAll(next.uses);
            }
        }
        return found;
    }

    private void complete(Definition definition) {
        if (definition.translated == null) {
            List<Definition> uses = new ArrayList<>();
            definition.translated = translate(definition.schema, uses);
            definition.uses = List.copyOf(uses);
            definition.size = TextSize.of(definition.translated, Integer.MAX_VALUE);
        }
    }

    private JsonNode translate(Located schema, List<Definition> uses) {
        PortableSchema portable =
                new PortableSchema((from, reference) -> use(from, reference, uses));
        JsonNode translated = portable.translate(schema);
        if (portable.isRepaired()) {
            // Reports the invalid parts with their places.
            schema.compiled();
        }
        return translated;
    }

    private @Nullable String use(Located from, String reference, List<Definition> uses) {
        Definition target = define(from, reference);
        if (target == null) {
            return null;
        }
        uses.add(target);
        return "#/$defs/" + target.name;
    }

    private @Nullable Definition define(Located from, String reference) {
        try {
            Located target = library.locate(from.resource(), reference, from.location());
            return definitions.computeIfAbsent(
                    target.node(), node -> new Definition(DefinitionName.of(target), target));
        } catch (SchemaException missing) {
            return null;
        }
    }
}
