package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** Schemas for the first items and for the rest: {@code prefixItems} and {@code items}. */
final class ItemsCheck extends Check {
    private final Compiled[] prefix;
    private final @Nullable Compiled rest;
    private final int cost;
    private final boolean plain;

    ItemsCheck(Location schema, List<Compiled> prefix, @Nullable Compiled rest) {
        super(schema, "items");
        this.prefix = prefix.toArray(new Compiled[0]);
        this.rest = rest;
        int most = rest == null ? 0 : rest.cost();
        boolean allPlain = rest == null || rest.isPlain();
        for (Compiled each : prefix) {
            most = Math.max(most, each.cost());
            allPlain &= each.isPlain();
        }
        this.cost = most + 1;
        this.plain = allPlain;
    }

    /** The schema of the item at an index, or null if there is none. */
    @Nullable Compiled schemaOf(int index) {
        return index < prefix.length ? prefix[index] : rest;
    }

    @Override
    int types() {
        return JsonType.ARRAY.bit;
    }

    @Override
    int cost() {
        return cost;
    }

    @Override
    boolean isPlain() {
        return plain;
    }

    @Override
    boolean isNormal(JsonNode value, Scope scope) {
        for (int i = 0; i < value.size(); i++) {
            Compiled schema = schemaOf(i);
            if (schema == null) {
                return true;
            }
            scope.pass(i);
            if (!schema.isNormal(value.get(i), scope)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        int size = rest == null ? Math.min(prefix.length, value.size()) : value.size();
        scope.spend(size);
        for (int i = 0; i < size; i++) {
            if ((i & Scope.CHILDREN_MASK) == Scope.CHILDREN_MASK) {
                SchemaInterruptedException.throwIfInterrupted();
            }
            Compiled schema = i < prefix.length ? prefix[i] : rest;
            if (schema != null && !schema.accepts(value.get(i), scope)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        if (!accepts(value, scope)) {
            return false;
        }
        if (rest == null) {
            evaluated.addItems(0, Math.min(prefix.length, value.size()));
        } else {
            evaluated.addAllItems();
        }
        return true;
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        for (int i = 0; i < value.size(); i++) {
            Compiled schema = schemaOf(i);
            if (schema == null) {
                return;
            }
            scope.pass(i);
            report.enter(i);
            schema.explain(value.get(i), scope, report);
            report.leave();
        }
    }
}
