package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Another kind, looked up when a value first needs it. */
final class RefKind extends Kind {
    private static final int MAX_HOPS = 100;

    private final String reference;
    private final Resource resource;
    private final Location location;
    private volatile @Nullable Kind target;

    RefKind(JsonNode options, String reference, Resource resource, Location location) {
        super(options);
        this.reference = reference;
        this.resource = resource;
        this.location = location;
    }

    @Override
    Kind target() {
        Kind here = this;
        for (int hops = 0; here instanceof RefKind ref; hops++) {
            if (hops > MAX_HOPS) {
                throw unresolved();
            }
            here = ref.next();
        }
        return here;
    }

    private Kind next() {
        Kind known = target;
        if (known == null) {
            known = find();
            target = known;
        }
        return known;
    }

    private Kind find() {
        try {
            Located found = resource.library().locate(resource, reference, location);
            return new CastPlan.Builder(found.resource(), found.location()).build(found.node());
        } catch (SchemaException e) {
            throw unresolved();
        }
    }

    private CastException unresolved() {
        return new CastException("Unable to dereference schema with $id '" + reference + "'");
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        CastPlan.requireShallow(depth);
        return target().accepts(value, depth + 1);
    }

    @Override
    JsonNode make(int depth) {
        return target().create(depth);
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, int depth) {
        return target().cast(value, depth);
    }
}
