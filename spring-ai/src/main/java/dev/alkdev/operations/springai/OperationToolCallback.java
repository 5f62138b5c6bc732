package dev.alkdev.operations.springai;

import dev.alkdev.operations.code.AgentTool;
import dev.alkdev.operations.schema.Json;

import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Calls one operation for a model. */
record OperationToolCallback(AgentTool tool) implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
        return ToolDefinition.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(Json.mapper().writeValueAsString(tool.inputSchema()))
                .build();
    }

    @Override
    public String call(String arguments) {
        return tool.call(arguments).markedText();
    }
}
