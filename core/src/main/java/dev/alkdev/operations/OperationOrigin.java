package dev.alkdev.operations;

/**
 * Where an operation comes from: a source, a link. Whoever observes calls finds it with each of
 * them, for metrics, audit and limits. Threads share it.
 *
 * @see OperationBinding#from
 */
public interface OperationOrigin {
    String name();

    /** Itself, or the current one of several behind it. */
    default OperationOrigin current() {
        return this;
    }

    /** One that has nothing but a name. */
    static OperationOrigin named(String name) {
        return new NamedOrigin(name);
    }

    /** See {@link #named}. */
    record NamedOrigin(String name) implements OperationOrigin {}
}
