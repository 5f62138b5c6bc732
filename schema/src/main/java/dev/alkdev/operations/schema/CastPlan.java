package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.IdentityHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A schema read as TypeBox reads it, by the first keyword that determines a kind. Each schema of
 * the document is read once. Threads may share it.
 */
final class CastPlan {
    private static final int MAX_SIZE = 1_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final IdentityHashMap<JsonNode, Kind> kinds = new IdentityHashMap<>();
    private final boolean exact;
    private final Kind root;

    private CastPlan(Located schema, boolean exact) {
        this.exact = exact;
        this.root = kind(schema);
    }

    /** A plan that does exactly what TypeBox does. */
    static CastPlan exact(Located schema) {
        return new CastPlan(schema, true);
    }

    /** A plan that knows of formats, type lists and objects without a type what we know of them. */
    static CastPlan lenient(Located schema) {
        return new CastPlan(schema, false);
    }

    /** Makes a value up; that it takes too much to do so is a reason like others why it cannot. */
    static JsonNode within(Supplier<JsonNode> made) {
        try {
            return made.get();
        } catch (UndecidableException e) {
            throw new CastException(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new CastException("the value or the schema is nested too deeply to cast");
        }
    }

    boolean isExact() {
        return exact;
    }

    /** The kind of a schema, the same for each reference to it. */
    Kind kind(Located schema) {
        lock.lock();
        try {
            Kind known = kinds.get(schema.node());
            if (known == null) {
                known = new KindBuilder(this, schema).build();
                kinds.put(schema.node(), known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    boolean accepts(JsonNode value) {
        return root.accepts(absentIfMissing(value), new CastRun(new Evaluation(value)));
    }

    private static @Nullable JsonNode absentIfMissing(JsonNode value) {
        return value.isMissingNode() ? null : value;
    }

    JsonNode cast(JsonNode value) {
        JsonNode cast = root.cast(absentIfMissing(value), new CastRun(new Evaluation(value)));
        return cast == null ? NullNode.getInstance() : cast;
    }

    JsonNode create() {
        return root.create(new CastRun(Evaluation.unsized()));
    }

    /** A count from a schema; larger ones would only fill the memory. */
    static int size(double limit) {
        if (limit > MAX_SIZE) {
            throw new CastException("a value of size " + limit + " is too large to make up");
        }
        return (int) Math.max(0, limit);
    }
}
