package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;

/** A source as a hub looks after it. Threads may share it. */
interface HubSource extends OperationSource {

    /**
     * Makes it take the place of another that is served until this one can be: from then on the
     * other's operations are its own. Called before it is started; false if it cannot, and the
     * other has to be withdrawn first.
     */
    default boolean follow(HubSource other) {
        return false;
    }

    /** Reads again what it brings, or tries again if it failed; status tells what came of it. */
    void refresh();

    /** Where its operations come from, as calls of them tell. */
    SourceOrigin origin();

    /** The hub has other tokens: ends what may not go on with them. */
    default void tokensChanged() {}

    /** Takes its operations out, but lets the calls finish that run. */
    void withdraw();
}
