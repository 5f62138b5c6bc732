package dev.alkdev.operations.springai;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A model that plays a script and keeps what it was sent. */
final class ScriptedModel implements ChatModel {
    private final Queue<AssistantMessage> script = new ArrayDeque<>();
    private final List<Prompt> prompts = new ArrayList<>();

    /** Lets it call a tool. */
    ScriptedModel calls(String tool, String arguments) {
        script.add(
                AssistantMessage.builder()
                        .content("")
                        .toolCalls(
                                List.of(
                                        new AssistantMessage.ToolCall(
                                                "call-" + script.size(),
                                                "function",
                                                tool,
                                                arguments)))
                        .build());
        return this;
    }

    ScriptedModel says(String text) {
        script.add(new AssistantMessage(text));
        return this;
    }

    List<Prompt> prompts() {
        return prompts;
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        AssistantMessage next = script.poll();
        if (next == null) {
            throw new IllegalStateException("the script is over");
        }
        return new ChatResponse(List.of(new Generation(next)));
    }
}
