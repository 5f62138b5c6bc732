package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationType;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The types of operations, for help and completion. */
final class OperationTypes implements Iterable<String> {
    static final List<String> NAMES =
            Arrays.stream(OperationType.values()).map(OperationType::wireName).toList();

    @Override
    public Iterator<String> iterator() {
        return NAMES.iterator();
    }
}
