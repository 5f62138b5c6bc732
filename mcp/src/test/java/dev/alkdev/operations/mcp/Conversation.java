package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Every message between a client and a server of the tests passes here. What this project sends is
 * checked against the schema of its version; {@link ConversationCheck} fails the test that sent
 * something else. Threads may share it.
 */
final class Conversation {
    private static final Queue<String> BROKEN = new ConcurrentLinkedQueue<>();
    private static final String OUR_NAME = "operations";

    private final boolean isOurServer;
    private final Map<JsonNode, Asked> asked = new ConcurrentHashMap<>();
    private final Map<JsonNode, String> questions = new ConcurrentHashMap<>();
    private volatile boolean isOurClient;
    private volatile McpVersion agreed;

    private record Asked(String method, McpVersion version) {}

    private Conversation(boolean isOurClient, boolean isOurServer, McpVersion agreed) {
        this.isOurClient = isOurClient;
        this.isOurServer = isOurServer;
        this.agreed = agreed;
    }

    /** Of our client with a server that is part of a test. */
    static Conversation ofClient(McpVersion agreed) {
        return new Conversation(true, false, agreed);
    }

    /** Of our server with any client: ours is known by the name that it gives. */
    static Conversation ofServer(McpVersion agreed) {
        return new Conversation(false, true, agreed);
    }

    /** What was wrong since the last time. */
    static String takeBroken() {
        StringBuilder all = new StringBuilder();
        for (String one = BROKEN.poll(); one != null; one = BROKEN.poll()) {
            all.append(one).append('\n');
        }
        return all.toString();
    }

    /** A message of the client, or several. */
    void fromClient(JsonNode message) {
        if (message.isArray()) {
            message.forEach(this::fromClient);
            return;
        }
        JsonNode params = message.path("params");
        String method = message.path("method").asString("");
        McpVersion version = agreed;
        String named = params.path("_meta").path(MetaKeys.VERSION).asString("");
        String name = params.path("_meta").path(RequestMeta.INFO).path("name").asString("");
        if (method.equals("initialize")) {
            named = params.path("protocolVersion").asString("");
            name = params.path("clientInfo").path("name").asString("");
        }
        version = McpVersion.of(named).orElse(version);
        isOurClient |= name.equals(OUR_NAME);
        JsonNode id = message.get("id");
        if (id != null && !method.isEmpty()) {
            asked.put(id, new Asked(method, version));
        }
        String question = id == null ? "" : questions.getOrDefault(id, "");
        if (isOurClient) {
            McpVersion spoken = version;
            check(() -> McpSchemas.checkClient(spoken, question, message));
        }
    }

    /** A message of the server, or several. */
    void fromServer(JsonNode message) {
        if (message.isArray()) {
            message.forEach(this::fromServer);
            return;
        }
        JsonNode id = message.get("id");
        if (id != null && message.has("method")) {
            questions.put(id, message.get("method").asString(""));
        }
        Asked answered = id == null || message.has("method") ? null : asked.get(id);
        JsonNode listening = message.path("params").path("_meta").path(RequestMeta.SUBSCRIPTION);
        Asked about = answered == null ? asked.get(listening) : answered;
        McpVersion version = about == null ? agreed : about.version();
        if (answered != null && answered.method().equals("initialize")) {
            version =
                    McpVersion.of(message.at("/result/protocolVersion").asString(""))
                            .orElse(version);
            agreed = version;
        }
        // Before 2025-11-25 there was no way to refuse what has no id that can be read.
        boolean hasForm =
                id != null || message.has("method") || version.atLeast(McpVersion.V2025_11_25);
        if (isOurServer && hasForm) {
            McpVersion spoken = version;
            String method = answered == null ? "" : answered.method();
            check(() -> McpSchemas.check(spoken, method, message));
        }
    }

    /** The version that its messages have unless they say something else. */
    McpVersion agreed() {
        return agreed;
    }

    void agree(McpVersion version) {
        agreed = version;
    }

    void fromClient(byte[] bytes) {
        parsed(bytes, this::fromClient);
    }

    void fromServer(byte[] bytes) {
        parsed(bytes, this::fromServer);
    }

    private static void parsed(byte[] bytes, Consumer<JsonNode> action) {
        JsonNode message;
        try {
            message = Json.parse(bytes);
        } catch (IllegalArgumentException e) {
            // A test sends garbage.
            return;
        }
        action.accept(message);
    }

    private static void check(Runnable check) {
        try {
            check.run();
        } catch (AssertionError | RuntimeException e) {
            BROKEN.add(String.valueOf(e.getMessage()));
        }
    }
}
