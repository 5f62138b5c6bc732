package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The {@code discriminator} of OpenAPI: a property whose text names the schema that an object
 * really has. It helps normalization only; what is accepted does not depend on it.
 */
final class Discriminator extends Check {
    private static final List<String> COMPONENTS =
            List.of("#/components/schemas/", "#/definitions/");

    /** How descriptions of Azure name a subtype whose component is called differently. */
    private static final String VENDOR_NAME = "x-ms-discriminator-value";

    private static final int MAX_REMEMBERED = 1_000;
    private static final int MAX_ANCESTORS = 20;

    private final String property;
    private final Map<String, String> mapping;
    private final Located base;
    private final int depth;
    private final Map<String, Optional<Located>> remembered = new ConcurrentHashMap<>();
    private volatile @Nullable Map<String, String> vendorNames;

    private Discriminator(SchemaReader schema, String property, Map<String, String> mapping) {
        super(schema.location(), "discriminator");
        this.property = property;
        this.mapping = mapping;
        this.base = new Located(schema.original(), schema.resource(), schema.location());
        this.depth = schema.depth();
    }

    /** Reads the form of OpenAPI 3, or the plain name of Swagger 2.0; null if it is neither. */
    static @Nullable Discriminator of(SchemaReader schema) {
        JsonNode node = schema.get("discriminator");
        JsonNode name = node != null && node.isObject() ? node.get("propertyName") : node;
        if (node == null || name == null || !name.isString()) {
            return null;
        }
        Map<String, String> mapping = new HashMap<>();
        node.path("mapping")
                .forEachEntry(
                        (value, target) -> {
                            if (target.isString()) {
                                mapping.put(value, target.asString());
                            }
                        });
        return new Discriminator(schema, name.asString(), mapping);
    }

    /** The schema that an object names, or null if it names none that is there. */
    @Nullable Located named(JsonNode object) {
        JsonNode value = object.get(property);
        if (value == null || !value.isString()) {
            return null;
        }
        Optional<Located> known = remembered.get(value.asString());
        if (known == null) {
            known = Optional.ofNullable(find(value.asString()));
            if (remembered.size() < MAX_REMEMBERED) {
                remembered.put(value.asString(), known);
            }
        }
        return known.orElse(null);
    }

    /** Whether a schema is the one with the discriminator, or made from it by {@code allOf}. */
    boolean isExtendedBy(Located schema) {
        return isExtendedBy(schema, MAX_ANCESTORS);
    }

    private boolean isExtendedBy(Located schema, int ancestors) {
        if (schema.node() == base.node()) {
            return true;
        }
        if (ancestors == 0) {
            return false;
        }
        JsonNode reference = schema.node().path("$ref");
        if (reference.isString()) {
            Located target = locate(schema, reference.asString());
            return target != null && isExtendedBy(target, ancestors - 1);
        }
        for (JsonNode part : schema.node().path("allOf")) {
            Located located = new Located(part, schema.resource(), schema.location());
            if (isExtendedBy(located, ancestors - 1)) {
                return true;
            }
        }
        return false;
    }

    Scope enter(Located target, Scope scope) {
        return scope.enter(target.resource(), depth);
    }

    private @Nullable Located find(String value) {
        String mapped = mapping.get(value);
        if (mapped != null) {
            Located component = component(mapped);
            return component != null ? component : locate(base, mapped);
        }
        Located implicit = component(value);
        if (implicit != null) {
            return implicit;
        }
        String vendor = vendorNames().get(value);
        return vendor == null ? null : locate(base, vendor);
    }

    private @Nullable Located component(String name) {
        for (String components : COMPONENTS) {
            Located located = locate(base, components + fragment(name));
            if (located != null) {
                return located;
            }
        }
        return null;
    }

    private static String fragment(String name) {
        return Location.escape(name).replace("%", "%25");
    }

    private static @Nullable Located locate(Located from, String reference) {
        try {
            Resource resource = from.resource();
            Located located = resource.library().locate(resource, reference, from.location());
            return located.node().isObject() ? located : null;
        } catch (SchemaException nothingThere) {
            return null;
        }
    }

    private Map<String, String> vendorNames() {
        Map<String, String> known = vendorNames;
        if (known == null) {
            known = new HashMap<>();
            for (String components : COMPONENTS) {
                addVendorNames(components, known);
            }
            vendorNames = known;
        }
        return known;
    }

    private void addVendorNames(String components, Map<String, String> names) {
        Located parent = locate(base, components.substring(0, components.length() - 1));
        if (parent != null) {
            parent.node()
                    .forEachEntry(
                            (name, node) -> {
                                String value = node.path(VENDOR_NAME).asString("");
                                if (!value.isEmpty()) {
                                    names.putIfAbsent(value, components + fragment(name));
                                }
                            });
        }
    }

    @Override
    int types() {
        return 0;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        return true;
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {}
}
