package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A part of a listing, in the order of the ids. Pages stay consistent while operations come and go:
 * an operation that is there all the time is listed exactly once.
 *
 * @param operations the specs
 * @param nextCursor for {@link OperationQuery#withCursor}; null on the last page
 */
public record OperationPage(List<OperationSpec> operations, @Nullable String nextCursor) {
    public OperationPage {
        operations = List.copyOf(operations);
    }
}
