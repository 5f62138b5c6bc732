package dev.alkdev.operations.springai;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.code.AgentTools;

import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;

import java.util.function.Supplier;

/**
 * Gives the operations of a registry, an env or a peer to a chat client as its tools, as they are
 * when it asks. Threads may share it.
 *
 * <pre>{@code
 * ChatClient.create(model)
 *         .prompt(question)
 *         .tools(OperationToolCallbackProvider.of(AgentTools.over(registry)))
 *         .call();
 * }</pre>
 */
public final class OperationToolCallbackProvider implements ToolCallbackProvider {
    private final Supplier<AgentTools> tools;

    private OperationToolCallbackProvider(Supplier<AgentTools> tools) {
        this.tools = tools;
    }

    /** The same tools for all, in the name of their one caller. */
    public static OperationToolCallbackProvider of(AgentTools tools) {
        return new OperationToolCallbackProvider(() -> tools);
    }

    /** Tools in the name of whoever asks, by the time they are asked for. */
    public static OperationToolCallbackProvider of(AgentTools tools, Supplier<Caller> caller) {
        return new OperationToolCallbackProvider(() -> tools.caller(caller.get()));
    }

    @Override
    public ToolCallback[] getToolCallbacks() {
        return tools.get().tools().stream()
                .map(OperationToolCallback::new)
                .toArray(ToolCallback[]::new);
    }
}
