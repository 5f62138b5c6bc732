package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A filter for listing operations. Everything that is given must hold.
 *
 * @param namespace only this one
 * @param type only this one
 * @param tag only operations that have it
 * @param text only operations with it in id, title, description or a tag, in any case
 * @param usableBy only operations this caller may use
 * @param where only operations that it accepts
 * @param limit at most so many
 * @param cursor where the last page said the next one begins
 */
public record OperationQuery(
        @Nullable String namespace,
        @Nullable OperationType type,
        @Nullable String tag,
        @Nullable String text,
        @Nullable Caller usableBy,
        @Nullable Predicate<? super OperationSpec> where,
        int limit,
        @Nullable String cursor) {

    private static final OperationQuery ALL =
            new OperationQuery(null, null, null, null, null, null, 100, null);

    public OperationQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("limit should be at least 1 but is " + limit);
        }
        text = text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    /** Everything, 100 at a time. */
    public static OperationQuery all() {
        return ALL;
    }

    public OperationQuery withNamespace(String namespace) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    public OperationQuery withType(OperationType type) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    public OperationQuery withTag(String tag) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    public OperationQuery withText(String text) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    public OperationQuery usableBy(Caller caller) {
        return new OperationQuery(namespace, type, tag, text, caller, where, limit, cursor);
    }

    /** Asks for one thing more. */
    public OperationQuery where(Predicate<? super OperationSpec> condition) {
        Predicate<? super OperationSpec> before = where;
        return new OperationQuery(
                namespace,
                type,
                tag,
                text,
                usableBy,
                before == null ? condition : spec -> before.test(spec) && condition.test(spec),
                limit,
                cursor);
    }

    public OperationQuery withLimit(int limit) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    public OperationQuery withCursor(String cursor) {
        return new OperationQuery(namespace, type, tag, text, usableBy, where, limit, cursor);
    }

    /** Whether an operation is one of those to list, on whatever page. */
    public boolean includes(OperationSpec spec) {
        return (namespace == null || spec.namespace().equals(namespace)) && matches(spec);
    }

    boolean matches(OperationSpec spec) {
        return (type == null || spec.type() == type)
                && (tag == null || spec.tags().contains(tag))
                && (usableBy == null || spec.permits(usableBy))
                && (where == null || where.test(spec))
                && (text == null || mentions(spec, text));
    }

    private static boolean mentions(OperationSpec spec, String text) {
        return contains(spec.id(), text)
                || contains(spec.description(), text)
                || contains(spec.title().orElse(""), text)
                || spec.tags().stream().anyMatch(tag -> contains(tag, text));
    }

    private static boolean contains(String where, String text) {
        return where.toLowerCase(Locale.ROOT).contains(text);
    }

    /**
     * A part of a listing, in the order of the ids. Pages stay consistent while operations come and
     * go: an operation that is there all the time is listed exactly once.
     *
     * @param operations the specs
     * @param nextCursor for {@link OperationQuery#withCursor}; null on the last page
     */
    public record Page(List<OperationSpec> operations, @Nullable String nextCursor) {
        public Page {
            operations = List.copyOf(operations);
        }
    }
}
