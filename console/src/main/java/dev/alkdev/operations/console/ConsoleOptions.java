package dev.alkdev.operations.console;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.OperationListing;
import dev.alkdev.operations.http.RequestAuthenticator;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What the parts of the console's interface share. Immutable; threads may share it. */
record ConsoleOptions(
        OperationRegistry registry,
        OperationListing listing,
        Activity activity,
        ConsoleSources sources,
        RequestAuthenticator authenticator,
        LimitOptions limits,
        Consumer<Caller> reads,
        BooleanSupplier open) {

    Viewer viewer(Caller caller) {
        return new Viewer(caller, registry, open.getAsBoolean());
    }
}
