package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;

import tools.jackson.databind.JsonNode;

/**
 * Calls a tool at its server. Two that are equal do the same, so that an operation whose tool has
 * not changed is left alone.
 *
 * @param repeatable whether a second call does no harm
 */
record ToolHandler(SourceClient client, String tool, McpToolOptions options, boolean repeatable)
        implements OperationHandler {

    @Override
    public Object handle(JsonNode input, OperationContext context) {
        CallBuilder terms = context.nested().onProgress(context::progress);
        Call call = RequestMeta.pass(terms, context.call()).to(tool, input);
        try {
            McpClient server = client.get();
            JsonNode result = server.callTool(call, repeatable);
            return ResultEnvelopes.envelope(result, server.version(), options);
        } catch (McpException e) {
            throw McpFailures.of(e);
        } catch (RuntimeException e) {
            throw client.failed(e);
        }
    }
}
