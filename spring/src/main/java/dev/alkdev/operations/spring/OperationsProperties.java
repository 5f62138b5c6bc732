package dev.alkdev.operations.spring;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.http.LimitOptions;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The properties below {@code operations}. Unknown ones fail the start: a misspelled {@code
 * operations.mcp.enabled: false} would serve what should not be served.
 *
 * @param rest REST and server-sent events
 * @param mcp the MCP server
 * @param link links over WebSocket
 * @param console pages for people: all operations with a form for each, and what is called
 * @param limits what one request, caller or the whole application may use
 * @param corsOrigins origins of web pages, besides the server's own, that may call operations
 * @param challenge scheme that an anonymous caller is asked to authenticate with
 * @param sourceTimeout how long the start of the application waits for its sources
 * @param drainTimeout how long the stop of the application waits for calls that run
 * @param clients hubs of clients, by the name of the client
 */
@ConfigurationProperties(prefix = "operations", ignoreUnknownFields = false)
public record OperationsProperties(
        @DefaultValue Rest rest,
        @DefaultValue Mcp mcp,
        @DefaultValue Link link,
        @DefaultValue Console console,
        @DefaultValue Limits limits,
        @DefaultValue List<String> corsOrigins,
        @DefaultValue("Bearer") String challenge,
        @DefaultValue("10s") Duration sourceTimeout,
        @DefaultValue("20s") Duration drainTimeout,
        @DefaultValue Map<String, Client> clients) {

    /**
     * REST and server-sent events.
     *
     * @param enabled whether operations are served over REST
     * @param path below which they are
     * @param title of the OpenAPI document
     */
    public record Rest(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("/api") String path,
            @DefaultValue("Operations") String title) {}

    /**
     * The MCP server.
     *
     * @param enabled whether operations are served as tools over MCP
     * @param path of the endpoint
     * @param name that clients show
     * @param instructions for the model, about the tools as a whole
     */
    public record Mcp(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("/mcp") String path,
            @DefaultValue("operations") String name,
            @Nullable String instructions) {}

    /**
     * Links over WebSocket.
     *
     * @param enabled whether peers may link to the application
     * @param path of the endpoint
     * @param maxPerCaller how many links one caller may have open
     */
    public record Link(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("/link") String path,
            @DefaultValue("100") int maxPerCaller) {}

    /**
     * Pages for people: all operations with a form for each, and what is called.
     *
     * @param enabled whether the console is served; needs {@code operations.rest}
     * @param path of its page
     * @param activity how many of the last calls it shows
     * @param inputs whether it shows the inputs of calls
     */
    public record Console(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("/operations-console") String path,
            @DefaultValue("2000") int activity,
            @DefaultValue("false") boolean inputs) {}

    /**
     * What one request, caller or the whole application may use.
     *
     * @param body largest body of a request
     * @param timeout of a call that gives none
     * @param maxTimeout longest timeout that a call may have
     * @param streams how many event streams one caller may have open
     * @param memory bytes in flight of all requests, results and streams; unlimited unless given
     */
    public record Limits(
            @DefaultValue("4MB") DataSize body,
            @DefaultValue(Deadlines.DEFAULT_TIMEOUT_TEXT) Duration timeout,
            @DefaultValue("5m") Duration maxTimeout,
            @DefaultValue("100") int streams,
            @Nullable DataSize memory) {
        /** As gateways over HTTP take them. */
        LimitOptions options() {
            return LimitOptions.defaults()
                    .withMaxBodyBytes(Math.toIntExact(body.toBytes()))
                    .withTimeouts(timeout, maxTimeout)
                    .withMaxStreamsPerCaller(streams);
        }
    }

    /**
     * Where the operations of a client are.
     *
     * @param uri of the hub, such as {@code http://127.0.0.1:7700}
     * @param token that the hub asks for
     */
    public record Client(URI uri, @Nullable String token) {}
}
