package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds the identifiers and anchors in a document. It looks only where schemas can stand, so that
 * an {@code $id} inside an {@code enum} is what it is: a value.
 */
final class SchemaIndex {
    private final Library library;
    private final boolean everywhere;
    private final Deque<Located> open = new ArrayDeque<>();

    /**
     * Prepares an index.
     *
     * @param everywhere whether schemas may stand anywhere, as in an OpenAPI document
     */
    SchemaIndex(Library library, boolean everywhere) {
        this.library = library;
        this.everywhere = everywhere;
    }

    void scan(Resource document) {
        open.push(document.root());
        while (!open.isEmpty()) {
            Located next = open.pop();
            if (next.node().isObject()) {
                scanSchema(next);
            } else if (next.node().isArray()) {
                scanItems(next, next.node(), next.location());
            }
        }
    }

    private void scanSchema(Located schema) {
        JsonNode node = schema.node();
        Resource resource =
                node == schema.resource().root().node()
                        ? schema.resource()
                        : library.resourceAt(node, schema.resource(), schema.location());
        addAnchors(new Located(node, resource, schema.location()));
        node.forEachEntry(
                (keyword, value) -> {
                    Located child = new Located(value, resource, schema.location().child(keyword));
                    if (Keyword.holdsSchemas(keyword)) {
                        scanListOrSchema(child);
                    } else if (Keyword.mapsToSchemas(keyword)) {
                        scanMap(child);
                    } else if (everywhere && !Keyword.holdsData(keyword)) {
                        scanListOrSchema(child);
                    }
                });
    }

    private void scanListOrSchema(Located child) {
        if (child.node().isArray()) {
            scanItems(child, child.node(), child.location());
        } else if (child.node().isObject()) {
            open.push(child);
        }
    }

    private void scanItems(Located parent, JsonNode array, Location location) {
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i).isContainer()) {
                open.push(new Located(array.get(i), parent.resource(), location.child(i)));
            }
        }
    }

    private void scanMap(Located map) {
        map.node()
                .forEachEntry(
                        (name, value) -> {
                            if (value.isObject()) {
                                Location at = map.location().child(name);
                                open.push(new Located(value, map.resource(), at));
                            }
                        });
    }

    private void addAnchors(Located schema) {
        JsonNode node = schema.node();
        Resource resource = schema.resource();
        Rules rules = resource.rules();
        if (rules.isFrom2019()) {
            if (node.path("$anchor").isString()) {
                resource.addAnchor(node.path("$anchor").asString(), schema);
            }
            if (node.path("$dynamicAnchor").isString()) {
                resource.addDynamicAnchor(node.path("$dynamicAnchor").asString(), schema);
            }
            if (node.path("$recursiveAnchor").asBoolean(false)) {
                resource.addDynamicAnchor(Library.RECURSIVE_ANCHOR, schema);
            }
        } else if (node.path("$id").isString() && !node.has("$ref")) {
            String id = node.path("$id").asString();
            if (id.indexOf('#') >= 0 && id.indexOf('#') < id.length() - 1) {
                resource.addAnchor(id.substring(id.indexOf('#') + 1), schema);
            }
        }
    }
}
