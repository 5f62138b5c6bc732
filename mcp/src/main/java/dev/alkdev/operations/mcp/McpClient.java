package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A connection to an MCP server. Everything is the JSON of the protocol, as it came. Methods block
 * until the server has answered; an interrupt cancels the request at the server, and {@link Call}s
 * carry deadline, cancellation, progress, trace and the {@link McpCaller} that can be asked.
 * Threads may share it.
 *
 * <pre>{@code
 * try (McpClient client = McpClient.connect(McpServerOptions.command("time-mcp").build())) {
 *     JsonNode result = client.callTool("current_time", arguments);
 * }
 * }</pre>
 *
 * <p>Errors of the server are {@link McpException}s. A request without an answer fails with a
 * {@link CallException}: {@code UNAVAILABLE} if the server is lost, {@code TIMEOUT} if it takes too
 * long.
 */
public final class McpClient implements AutoCloseable {
    private final McpServerOptions config;
    private final ClientConnection connection;
    private final ClientTools tools;

    private McpClient(McpServerOptions config, ClientConnection connection) {
        this.config = config;
        this.connection = connection;
        this.tools = new ClientTools(config, connection);
    }

    /**
     * Starts the server if it is a command, and connects to it.
     *
     * @throws CallException {@code UNAVAILABLE} or {@code TIMEOUT} if that fails, with the reason
     */
    public static McpClient connect(McpServerOptions config) {
        return connect(config, McpEra.AUTO, ClientRole.ALONE);
    }

    /**
     * Connects on behalf of many callers.
     *
     * @param known what the server was found to speak before
     */
    static McpClient connect(McpServerOptions config, McpEra known, ClientRole role) {
        return new McpClient(config, ClientConnection.open(config, known, role));
    }

    /** The version that is spoken. */
    public McpVersion version() {
        return connection.server().version();
    }

    /** Name and version of the server, and the like. */
    public JsonNode serverInfo() {
        return connection.server().info();
    }

    public JsonNode serverCapabilities() {
        return connection.server().capabilities();
    }

    /** How to use the server, for models. */
    public Optional<String> instructions() {
        return Optional.ofNullable(connection.server().instructions());
    }

    boolean has(String capability) {
        return connection.server().has(capability);
    }

    /** Whether the server is there, as far as is known; a process that has ended is not. */
    public boolean isOpen() {
        return connection.isOpen();
    }

    /** All tools, over all pages, but those in {@link #leftOut()}. */
    public List<JsonNode> listTools() {
        return tools.list();
    }

    /** The tools that the last {@link #listTools} left out since they are unusable, and why. */
    public Map<String, String> leftOut() {
        return tools.leftOut();
    }

    /**
     * Calls a tool.
     *
     * @return the result; one with {@code isError} is a result, too
     */
    public JsonNode callTool(String name, JsonNode arguments) {
        return callTool(Call.of(name, arguments), true);
    }

    /** As {@link #callTool(String, JsonNode)}, on behalf of a call. */
    public JsonNode callTool(String name, JsonNode arguments, Call call) {
        return tools.call(name, arguments, started(call), true);
    }

    /**
     * Calls the tool that a call names.
     *
     * @param repeatable whether a second call does no harm
     */
    JsonNode callTool(Call call, boolean repeatable) {
        return tools.call(call.operationId(), call.input(), call, repeatable);
    }

    /** The call with the end of its time, however many requests it takes. */
    private static Call started(Call call) {
        return call.timeout().isEmpty()
                ? call
                : call.toBuilder()
                        .deadline(call.deadlineFrom(TimeSource.system()))
                        .to(call.operationId(), call.input());
    }

    public List<JsonNode> listResources() {
        return connection.listAll("resources/list", "resources");
    }

    public List<JsonNode> listResourceTemplates() {
        return connection.listAll("resources/templates/list", "resourceTemplates");
    }

    public List<JsonNode> listPrompts() {
        return connection.listAll("prompts/list", "prompts");
    }

    /** Reads a resource: an object with {@code contents}. */
    public JsonNode readResource(String uri) {
        return request("resources/read", object().put("uri", uri));
    }

    /** As {@link #readResource(String)}, on behalf of a call. */
    public JsonNode readResource(String uri, Call call) {
        return request("resources/read", object().put("uri", uri), started(call));
    }

    /** Fills in a prompt: an object with {@code messages}. */
    public JsonNode getPrompt(String name, JsonNode arguments) {
        return request("prompts/get", prompt(name, arguments));
    }

    /** As {@link #getPrompt(String, JsonNode)}, on behalf of a call. */
    public JsonNode getPrompt(String name, JsonNode arguments, Call call) {
        return request("prompts/get", prompt(name, arguments), started(call));
    }

    private static ObjectNode prompt(String name, JsonNode arguments) {
        return object().put("name", name).set("arguments", arguments);
    }

    /**
     * Completes an argument of a prompt or resource template.
     *
     * @param params of {@code completion/complete}: {@code ref} and {@code argument}
     * @return an object with {@code completion}
     */
    public JsonNode complete(ObjectNode params) {
        return request("completion/complete", params);
    }

    /** As {@link #complete(ObjectNode)}, on behalf of a call. */
    public JsonNode complete(ObjectNode params, Call call) {
        return request("completion/complete", params, started(call));
    }

    /**
     * Runs an action whenever a resource changes, until the registration is closed. Waits a few
     * seconds at most for a server that does not respond. Closing does not wait for the server.
     */
    public Registration watch(String uri, Runnable changed) {
        Registration watching = watchSoon(uri, changed);
        awaitWatch(uri);
        return watching;
    }

    /** As {@link #watch}, without waiting for the server. */
    Registration watchSoon(String uri, Runnable changed) {
        return connection.watch(uri, changed);
    }

    /** Waits until the server sends changes of a watched resource, but not for long. */
    void awaitWatch(String uri) {
        connection.awaitWatch(uri);
    }

    /**
     * Receives {@code tools}, {@code prompts} or {@code resources} when that list of the server has
     * changed.
     */
    public void onListChanged(Consumer<String> listener) {
        connection.onListChanged(listener);
    }

    /** Receives the ids of URL questions whose person is done, before 2026-07-28. */
    void onElicitationComplete(Consumer<String> listener) {
        connection.onElicitationComplete(listener);
    }

    /** Runs an action with the reason when the server is lost for good. */
    void onLost(Consumer<String> action) {
        connection.onLost(action);
    }

    /** Asks whether the server is there. */
    public void ping() {
        boolean modern = version().isModern();
        connection.request(Sent.of(modern ? "server/discover" : "ping", object()));
    }

    /** Which log messages the server sends, up to 2025-11-25; later each call sets it. */
    public void setLogLevel(String level) {
        request("logging/setLevel", object().put("level", level));
    }

    /** Makes any request of the protocol, or of an extension, and gives its result. */
    public JsonNode request(String method, ObjectNode params) {
        return connection.request(Sent.of(method, params));
    }

    private JsonNode request(String method, ObjectNode params, Call call) {
        return connection.request(Sent.of(method, params), call);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** What a person should know about the connection; null if nothing. */
    @Nullable String remark() {
        return connection.remark();
    }

    /** The last lines that a server that is a command wrote to its error output. */
    public List<String> errorOutput() {
        return connection.errorOutput();
    }

    /** Ends the connection; a server that is a command is stopped with all it has started. */
    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return "McpClient[" + config + "]";
    }
}
