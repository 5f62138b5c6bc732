package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.ClientWatch;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.RequestAuthenticator;
import dev.alkdev.operations.search.OperationSearch;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** What a gateway was built from. */
record GatewayParts(
        OperationRegistry registry,
        Access access,
        LimitOptions limits,
        ServerInfo info,
        @Nullable String instructions,
        @Nullable McpDirectory directory,
        @Nullable OperationSearch search,
        McpOptions options,
        @Nullable ClientWatch watch,
        Consumer<Caller> reads) {

    /**
     * Who may send requests.
     *
     * @param open whether nobody is authenticated
     * @param hosts names of the server besides those of the loopback address
     */
    record Access(
            RequestAuthenticator authenticator,
            boolean open,
            @Nullable CorsOptions cors,
            List<String> hosts) {}
}
