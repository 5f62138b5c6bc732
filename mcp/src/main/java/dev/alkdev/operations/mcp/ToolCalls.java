package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.http.OverdueResponse;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Answers {@code tools/call}. Threads may share it. */
final class ToolCalls {
    private final ClientCalls calls;
    private final OperationRegistry registry;
    private final McpOptions options;

    ToolCalls(ClientCalls calls, OperationRegistry registry, McpOptions options) {
        this.calls = calls;
        this.registry = registry;
        this.options = options;
    }

    /** What a request calls, and how. */
    private record Target(
            OperationRegistry registry, RegisteredOperation operation, Tool tool, JsonNode input) {}

    Answer call(ServerRequest request) {
        String name = request.text("name");
        Tool tool = request.view().find(name).orElseThrow(() -> unknown(name));
        JsonNode arguments = arguments(request);
        request.channel().check(tool, arguments);
        if (request.view().registry() != registry
                && tool.spec().id().equals(SearchOperations.CALL)) {
            return callFound(request, arguments);
        }
        OperationRegistry from = request.view().registry();
        RegisteredOperation operation =
                from.resolve(tool.spec().id()).orElseThrow(() -> unknown(name));
        return call(request, new Target(from, operation, tool, tool.form().input(arguments)));
    }

    /** What search found is called as if it were a tool itself. */
    private Answer callFound(ServerRequest request, JsonNode arguments) {
        String id = arguments.path("operation").asString("");
        RegisteredOperation operation = registry.resolve(id).orElse(null);
        if (operation == null) {
            return new Answer.Result(
                    ToolResults.failed(SearchOperations.absent(id), request.isModern()));
        }
        Tool tool = new Tool(id, operation.spec(), options);
        JsonNode input = SearchOperations.calledInput(arguments);
        return call(request, new Target(registry, operation, tool, input));
    }

    /** Another thread responds if the handler runs on after the deadline. */
    private Answer call(ServerRequest request, Target target) {
        OverdueResponse overdue =
                new OverdueResponse(
                        target.operation().id(),
                        failure -> request.channel().sendEarly(overdue(failure, request)));
        Answer answer;
        try {
            answer = call(request, target, overdue);
        } catch (RuntimeException failure) {
            if (overdue.isSent()) {
                return new Answer.Sent();
            }
            throw failure;
        }
        return overdue.isSent() ? new Answer.Sent() : answer;
    }

    private static RpcMessage.Result overdue(CallException failure, ServerRequest request) {
        return new RpcMessage.Result(request.id(), ToolResults.failed(failure, request.isModern()));
    }

    private Answer call(ServerRequest request, Target target, OverdueResponse overdue) {
        RegisteredOperation operation = target.operation();
        try {
            return calls.run(
                    request,
                    operation.id(),
                    begun -> {
                        RemovedData removed = new RemovedData();
                        Call call =
                                terms(begun, target)
                                        .onNormalized(removed)
                                        .onOverdue(overdue)
                                        .to(operation, target.input());
                        ResponseEnvelope<JsonNode> envelope =
                                operation.spec().type() == OperationType.SUBSCRIPTION
                                        ? collect(target, call, begun)
                                        : target.registry().execute(call);
                        Answer answer = ToolResults.of(envelope, target.tool(), request.isModern());
                        return removed.isEmpty() ? answer : ToolResults.noted(answer, removed);
                    });
        } catch (CallException failure) {
            return failed(failure, operation.spec(), request);
        }
    }

    /** The server of a tool judges its arguments itself, so that its answer is the same here. */
    private static CallBuilder terms(ClientCalls.Begun begun, Target target) {
        CallBuilder terms = begun.call().writtenAtOnce();
        return target.tool().isProxied() ? terms.leavingInputCheck() : terms.normalizingInput();
    }

    private ResponseEnvelope<JsonNode> collect(Target target, Call call, ClientCalls.Begun begun) {
        ItemCollection items = new ItemCollection(options.maxItems(), begun.progress());
        boolean isComplete = true;
        try {
            target.registry().stream(call, items);
        } catch (CallException failure) {
            if (!items.explains(failure)) {
                throw failure;
            }
            isComplete = false;
        }
        return ResponseEnvelope.local(items.result(isComplete), target.operation().id());
    }

    private Answer failed(CallException failure, OperationSpec spec, ServerRequest request) {
        Caller caller = request.client().caller();
        if (failure.code().equals(ErrorCode.ACCESS_DENIED) && !spec.permits(caller)) {
            return new Answer.Refused(failure, spec);
        }
        if (failure.code().equals(ErrorCode.OPERATION_NOT_FOUND)) {
            throw unknown(request.text("name"));
        }
        throwRequiredUrls(failure, request);
        return new Answer.Result(ToolResults.failed(failure, request.isModern()));
    }

    /** A client that opens URLs gets the error of the server as it is. */
    private void throwRequiredUrls(CallException failure, ServerRequest request) {
        McpException error = RequiredUrls.error(failure);
        if (error == null
                || request.isModern()
                || !Elicitation.declares(request.client().capabilities(), Elicitation.URL)) {
            return;
        }
        RequiredUrls.questions(error)
                .values()
                .forEach(
                        question ->
                                calls.elicitations()
                                        .asked(request.client().session(), question.params()));
        throw error;
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
