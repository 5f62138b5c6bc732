package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.mcp.McpEra;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.mcp.McpToolOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Connection settings of an MCP server. Immutable; threads may share it. */
public record McpConnectionConfig(
        @Key(
                        value =
                                "Protocol versions to negotiate: `2026-07-28`, those before it"
                                        + " (`legacy`), or both.",
                        standard = "auto")
                @Form(
                        title = "auto, 2026-07-28 or legacy",
                        choices = {"auto", "2026-07-28", "legacy"})
                String era,
        @Key(value = "How long the start and the handshake may take.", standard = "60s")
                @Form(above = "0")
                Duration startTimeout,
        @Key(
                        value =
                                "How long a call may go without an answer and without progress;"
                                        + " `timeout` is the most of all.",
                        standard = "60s")
                @Form(above = "0")
                Duration idleTimeout,
        @Key("What the server may work on; nothing is declared if there is none.")
                @Form(example = "['file:///data']")
                List<@Form(title = "a URI", pattern = ":", example = "file:///data") String> roots,
        @Key("Which annotations of the server's tools are trusted.") Trust trust,
        @Key(
                        value =
                                "What a tool's error is for callers: an `envelope` with `isError`,"
                                        + " or an `exception`.",
                        standard = "envelope")
                Errors errors,
        @Key("Takes a single text that is JSON as the data of a result.") boolean parseJsonText) {

    /** What a tool's error is for callers. */
    public enum Errors {
        ENVELOPE,
        EXCEPTION
    }

    /**
     * Which annotations of a server are trusted.
     *
     * @param annotations null for the default
     */
    @Form(title = "an object with annotations")
    public record Trust(
            @Key(
                            value = "Whether `readOnlyHint` makes a tool a query.",
                            unless = "true for a `command`, false for a `url`")
                    @Nullable Boolean annotations) {}

    public McpConnectionConfig {
        roots = List.copyOf(roots);
        roots.forEach(URI::create);
    }

    void applyTo(McpServerOptions.Builder server) {
        server.startTimeout(startTimeout).idleTimeout(idleTimeout).era(mcpEra());
        roots.forEach(root -> server.root(JsonNodeFactory.instance.objectNode().put("uri", root)));
    }

    private McpEra mcpEra() {
        return switch (era) {
            case "2026-07-28" -> McpEra.MODERN;
            case "legacy" -> McpEra.LEGACY;
            default -> McpEra.AUTO;
        };
    }

    McpToolOptions tools(McpToolOptions usual) {
        McpToolOptions options =
                trust.annotations == null ? usual : usual.withTrustedAnnotations(trust.annotations);
        options = errors == Errors.EXCEPTION ? options.withErrorsAsExceptions() : options;
        return parseJsonText ? options.withParsedJsonText() : options;
    }
}
