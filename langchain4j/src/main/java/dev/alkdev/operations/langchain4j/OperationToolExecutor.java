package dev.alkdev.operations.langchain4j;

import dev.alkdev.operations.code.AgentAnswer;
import dev.alkdev.operations.code.AgentTool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;

import org.jspecify.annotations.Nullable;

/** Calls one operation for a model. */
record OperationToolExecutor(AgentTool tool) implements ToolExecutor {
    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        return call(request).markedText();
    }

    @Override
    public ToolExecutionResult executeWithContext(
            ToolExecutionRequest request, @Nullable InvocationContext context) {
        AgentAnswer answer = call(request);
        return ToolExecutionResult.builder()
                .isError(answer.isError())
                .result(answer.envelope())
                .resultText(answer.markedText())
                .build();
    }

    private AgentAnswer call(ToolExecutionRequest request) {
        String arguments = request.arguments();
        return tool.call(arguments == null ? "" : arguments);
    }
}
