package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.ResponseEnvelope;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Answers {@code tools/call}. Threads may share it. */
final class ToolCalls {
    private final ClientCalls calls;
    private final int maxItems;

    ToolCalls(ClientCalls calls, McpOptions options) {
        this.calls = calls;
        this.maxItems = options.maxItems();
    }

    Answer call(ServerRequest request) {
        String name = request.text("name");
        Tool tool = request.view().find(name).orElseThrow(() -> unknown(name));
        JsonNode arguments = arguments(request);
        request.channel().check(tool, arguments);
        OperationRegistry registry = request.view().registry();
        RegisteredOperation operation =
                registry.resolve(tool.spec().id()).orElseThrow(() -> unknown(name));
        JsonNode input = tool.form().input(arguments);
        try {
            return calls.run(
                    request,
                    operation.id(),
                    begun -> {
                        Call call = begun.call().normalizingInput().to(operation, input);
                        return operation.spec().type() == OperationType.SUBSCRIPTION
                                ? collect(request, tool, call, begun)
                                : execute(request, tool, call);
                    });
        } catch (CallException failure) {
            return failed(failure, operation.spec(), request);
        }
    }

    private static Answer execute(ServerRequest request, Tool tool, Call call) {
        ResponseEnvelope<JsonNode> envelope = request.view().registry().execute(call);
        return new Answer.Result(ToolResults.of(envelope, tool, request.isModern()));
    }

    private Answer collect(ServerRequest request, Tool tool, Call call, ClientCalls.Begun begun) {
        ItemCollection items = new ItemCollection(maxItems, begun.progress());
        boolean isComplete = true;
        try {
            request.view().registry().stream(call, items);
        } catch (CallException failure) {
            if (!items.explains(failure)) {
                throw failure;
            }
            isComplete = false;
        }
        ResponseEnvelope<JsonNode> all =
                ResponseEnvelope.local(items.result(isComplete), tool.spec().id());
        return new Answer.Result(ToolResults.of(all, tool, request.isModern()));
    }

    private static Answer failed(CallException failure, OperationSpec spec, ServerRequest request) {
        Caller caller = request.client().caller();
        if (failure.code().equals(ErrorCode.ACCESS_DENIED)
                && !spec.accessControl().permits(caller)) {
            return new Answer.Refused(failure, spec);
        }
        if (failure.code().equals(ErrorCode.OPERATION_NOT_FOUND)) {
            throw unknown(request.text("name"));
        }
        return new Answer.Result(ToolResults.failed(failure, request.isModern()));
    }

    private static JsonNode arguments(ServerRequest request) {
        JsonNode arguments = request.params().get("arguments");
        if (arguments == null || arguments.isNull()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (!arguments.isObject()) {
            throw McpException.invalidParams("the arguments should be an object");
        }
        return arguments;
    }

    private static McpException unknown(String name) {
        String shown = name.length() > 100 ? name.substring(0, 100) + "…" : name;
        return McpException.invalidParams("Unknown tool: " + shown);
    }
}
