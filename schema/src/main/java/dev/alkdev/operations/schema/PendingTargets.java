package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The schemas that somebody refers to or has composed, until they are compiled or nobody has them
 * any more. Used under the library's lock.
 */
final class PendingTargets {
    /** How many may wait before it is looked which of them still have to. */
    private static final int MIN_FULL = 1_000;

    private final Deque<WeakReference<Located>> targets = new ArrayDeque<>();
    private int full = MIN_FULL;

    void add(Located target) {
        if (targets.size() >= full) {
            targets.removeIf(each -> isDone(each.get()));
            full = Math.max(MIN_FULL, 2 * targets.size());
        }
        targets.add(new WeakReference<>(target));
    }

    private static boolean isDone(@Nullable Located target) {
        return target == null || target.isCompiled();
    }

    /** Compiles them all, and those they refer to in their turn. */
    void compile(Consumer<SchemaException> wrong) {
        while (!targets.isEmpty()) {
            Located target = targets.getFirst().get();
            try {
                if (target != null) {
                    target.compiled();
                }
            } catch (SchemaException e) {
                wrong.accept(e);
            }
            targets.removeFirst();
        }
    }
}
