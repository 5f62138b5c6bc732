package dev.alkdev.operations.protocol;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Registration;

import java.util.List;

/**
 * What one side of a link offers to the other. For links that announce it instead of being asked.
 */
public interface Offering {

    /** The operations that can be called now, in the order of their ids. */
    List<OperationSpec> operations();

    /**
     * The ids of the nodes from this one to where an operation runs: this one alone for an
     * operation of its own. Whoever announces an operation announces its path with it, so that
     * nodes in a ring do not keep operations alive for each other.
     */
    default List<String> path(String operationId) {
        return List.of();
    }

    /** Calls a listener whenever the operations may have changed; it must not block. */
    Registration onChange(Runnable listener);

    /** Nothing, for ever. */
    static Offering nothing() {
        return new Offering() {
            @Override
            public List<OperationSpec> operations() {
                return List.of();
            }

            @Override
            public Registration onChange(Runnable listener) {
                return () -> {};
            }
        };
    }
}
