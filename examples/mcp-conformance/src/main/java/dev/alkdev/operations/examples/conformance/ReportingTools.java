package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.mcp.McpCaller;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;

/** Tools that log to their caller and report progress while they run. */
final class ReportingTools {
    private static final long PAUSE_MILLIS = 50;

    private ReportingTools() {}

    static void addTo(Tools tools) {
        tools.add(
                "tool_with_logging",
                "Logs three messages while it runs",
                (input, context) -> logging(context));
        tools.add(
                "logging_tool",
                "Logs one message",
                (input, context) -> {
                    log(context, "Diagnostic message");
                    return Tools.text("Logged what the caller wants to see");
                });
        tools.add(
                "tool_with_progress",
                "Reports progress three times while it runs",
                (input, context) -> progress(context));
        tools.add(
                "reconnection",
                "Takes long enough for a client to lose its connection and come back",
                (input, context) -> progress(context));
    }

    private static ResponseEnvelope<JsonNode> logging(OperationContext context)
            throws InterruptedException {
        log(context, "Tool execution started");
        Thread.sleep(PAUSE_MILLIS);
        log(context, "Tool processing data");
        Thread.sleep(PAUSE_MILLIS);
        log(context, "Tool execution completed");
        return Tools.text("Tool with logging executed successfully");
    }

    private static void log(OperationContext context, String message) {
        McpCaller.of(context).log("info", null, JsonNodeFactory.instance.stringNode(message));
    }

    private static ResponseEnvelope<JsonNode> progress(OperationContext context)
            throws InterruptedException {
        for (double amount : List.of(0d, 50d)) {
            context.progress(amount, 100d, null);
            Thread.sleep(PAUSE_MILLIS);
        }
        context.progress(100, 100d, null);
        return Tools.text("Tool with progress executed successfully");
    }
}
