package dev.alkdev.operations.http;

import dev.alkdev.operations.OperationRegistry;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Supplier;

/** Everything that was said about a gateway. */
record RestSettings(
        OperationRegistry registry,
        RequestAuthenticator authenticator,
        RestLimits limits,
        @Nullable CorsRule cors,
        ApiInfo info,
        Supplier<List<SourceEntry>> sources,
        Supplier<Readiness> readiness,
        ClientWatch watch) {}
