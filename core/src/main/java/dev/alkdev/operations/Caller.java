package dev.alkdev.operations;

/** Who makes a call. Decided by whoever takes the call in, not by the one who sends it. */
public sealed interface Caller {

    /** Code of this process: access is not checked. */
    record Trusted() implements Caller {
        private static final Trusted INSTANCE = new Trusted();
    }

    /** Somebody unknown: may call what requires nothing. */
    record Anonymous() implements Caller {
        private static final Anonymous INSTANCE = new Anonymous();
    }

    /** Somebody known, checked against what they were granted. */
    record Authenticated(Identity identity) implements Caller {}

    /**
     * Who it is, for people: the id of somebody known, else {@code anonymous} or {@code trusted}.
     */
    default String name() {
        return switch (this) {
            case Authenticated(Identity identity) -> identity.id();
            case Anonymous anonymous -> "anonymous";
            case Trusted trusted -> "trusted";
        };
    }

    /**
     * Whether this caller is not limited to other operations.
     *
     * @see Identity#reaches
     */
    default boolean reaches(String operationId) {
        return !(this instanceof Authenticated(Identity identity)) || identity.reaches(operationId);
    }

    /**
     * Whether this caller is not limited to some operations of a namespace.
     *
     * @see Identity#reachesAllOf
     */
    default boolean reachesAllOf(String namespace) {
        return !(this instanceof Authenticated(Identity identity))
                || identity.reachesAllOf(namespace);
    }

    /** Whether this caller is limited to the operations that its identity names. */
    default boolean isLimited() {
        return this instanceof Authenticated(Identity identity) && identity.operations() != null;
    }

    static Caller trusted() {
        return Trusted.INSTANCE;
    }

    static Caller anonymous() {
        return Anonymous.INSTANCE;
    }

    static Caller of(Identity identity) {
        return new Authenticated(identity);
    }
}
