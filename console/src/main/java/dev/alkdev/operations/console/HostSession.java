package dev.alkdev.operations.console;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;

/**
 * The session of a console in an application that knows its users by itself: identifies the user,
 * and leaves signing in and out to the application. Threads may share it.
 */
public final class HostSession implements Endpoint {
    private final String title;
    private final String version;
    private final Paths paths;

    /**
     * Where the gateways of the application are, below its context path.
     *
     * @param rest of the operations, as {@code /api/operations}
     * @param mcp null if there is none
     * @param links null if there are none
     */
    public record Paths(String rest, @Nullable String mcp, @Nullable String links) {}

    /**
     * A session.
     *
     * @param title what the page calls the application
     */
    public HostSession(String title, String version, Paths paths) {
        this.title = title;
        this.version = version;
        this.paths = paths;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("title", title).put("version", version);
        if (exchange.caller() instanceof Caller.Authenticated(Identity identity)) {
            ArrayNode scopes = json.putObject("caller").put("id", identity.id()).putArray("scopes");
            identity.scopes().stream().sorted().forEach(scopes::add);
        } else {
            json.putNull("caller");
        }
        json.putObject("signIn").put("needed", false).put("token", false).putArray("issuers");
        json.put("signOut", false).putNull("csrf").putNull("expires");
        String above = exchange.request().getContextPath();
        json.putObject("paths")
                .put("rest", above + paths.rest)
                .put("mcp", paths.mcp == null ? null : above + paths.mcp)
                .put("links", paths.links == null ? null : above + paths.links);
        exchange.send(json);
    }
}
