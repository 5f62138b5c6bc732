package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;

/** A source as a hub looks after it. Threads may share it. */
interface HubSource extends OperationSource {

    /** Reads again what it brings, or tries again if it failed; status tells what came of it. */
    void refresh();

    /** Whether an operation of the hub comes from it. */
    boolean brings(String operationId);

    /** Takes its operations out, but lets the calls finish that run. */
    void withdraw();
}
