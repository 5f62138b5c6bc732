package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.FreePorts;
import dev.alkdev.operations.testkit.NodePackages;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The reference server of the protocol, which has something of everything. */
final class EverythingServer implements AutoCloseable {
    private static final String NAME = "@modelcontextprotocol/server-everything";

    private final Process process;
    private final int port;

    private EverythingServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    private static NodePackages packages() {
        return NodePackages.of(NAME + "@2026.8.31");
    }

    private static Path script() {
        return packages().file(NAME + "/dist/index.js");
    }

    static McpServerOptions.Builder command() {
        return McpServerOptions.command(
                packages().node().toString(), List.of(script().toString(), "stdio"));
    }

    /**
     * Starts it as a server on the web.
     *
     * @param transport {@code streamableHttp} or {@code sse}
     */
    static EverythingServer start(String transport) throws IOException {
        int port = FreePorts.next();
        ProcessBuilder builder = packages().process(script(), transport);
        builder.environment().put("PORT", String.valueOf(port));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> listens(port));
        return new EverythingServer(process, port);
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    McpServerOptions.Builder url(String path) {
        return McpServerOptions.url("http://127.0.0.1:" + port + path);
    }

    /** What its tools and results should be; skips the test if the file is not there. */
    static JsonNode golden() throws IOException {
        String vectors = System.getProperty("vectors", "");
        Path file = Path.of(vectors).resolve("mcp").resolve("everything-golden.json");
        boolean present = !vectors.isEmpty() && Files.exists(file);
        if (!present) {
            System.err.println("SKIPPED: there is no " + file + "; set -Dvectors");
        }
        assumeTrue(present, "the recorded answers of the reference server are not there");
        return Json.parse(Files.readAllBytes(file));
    }

    /** A result without the times of day in it. */
    static String timeless(JsonNode result) {
        return result.toString()
                .replaceAll("\\d{1,2}:\\d{2}:\\d{2} [AP]M", "TIME")
                .replaceAll("\"blob\":\"[^\"]*\"", "\"blob\":\"TIME\"");
    }

    static void assertSame(JsonNode actual, JsonNode expected, String what) {
        assertThat(Json.parse(timeless(actual))).as(what).isEqualTo(Json.parse(timeless(expected)));
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
