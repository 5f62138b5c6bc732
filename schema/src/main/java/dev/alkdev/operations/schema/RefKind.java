package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Another kind, looked up when a value first needs it. */
final class RefKind extends Kind {
    private static final int MAX_HOPS = 100;

    private final String reference;
    private final Located from;
    private final CastPlan plan;
    private volatile @Nullable Kind target;

    RefKind(JsonNode options, String reference, Located from, CastPlan plan) {
        super(options);
        this.reference = reference;
        this.from = from;
        this.plan = plan;
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
            Resource resource = from.resource();
            return plan.kind(resource.library().locate(resource, reference, from.location()));
        } catch (SchemaException e) {
            throw unresolved();
        }
    }

    private CastException unresolved() {
        return new CastException("Unable to dereference schema with $id '" + reference + "'");
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        return target().accepts(value, run);
    }

    @Override
    JsonNode make(CastRun run) {
        return target().create(run);
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return target().cast(value, run);
    }
}
