package dev.alkdev.operations.langchain4j;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.code.AgentTool;
import dev.alkdev.operations.code.AgentTools;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;

import java.util.function.Function;

/**
 * Gives the operations of a registry, an env or a peer to an AI service as its tools, as they are
 * at each request. Threads may share it.
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .toolProvider(OperationToolProvider.of(AgentTools.over(registry).only("tasks.*")))
 *         .build();
 * }</pre>
 */
public final class OperationToolProvider implements ToolProvider {
    private final Function<ToolProviderRequest, AgentTools> tools;

    private OperationToolProvider(Function<ToolProviderRequest, AgentTools> tools) {
        this.tools = tools;
    }

    /** The same tools for all, in the name of their one caller. */
    public static OperationToolProvider of(AgentTools tools) {
        return new OperationToolProvider(request -> tools);
    }

    /**
     * Tools in the name of whoever makes the request.
     *
     * @param caller as {@code request -> callers.get(request.chatMemoryId())}
     */
    public static OperationToolProvider of(
            AgentTools tools, Function<ToolProviderRequest, Caller> caller) {
        return new OperationToolProvider(request -> tools.caller(caller.apply(request)));
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        ToolProviderResult.Builder result = ToolProviderResult.builder();
        for (AgentTool tool : tools.apply(request).tools()) {
            result.add(specification(tool), new OperationToolExecutor(tool));
        }
        return result.build();
    }

    private static ToolSpecification specification(AgentTool tool) {
        return ToolSpecification.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(ToolParameters.of(tool))
                .build();
    }
}
