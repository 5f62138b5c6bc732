package dev.alkdev.operations.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A model that plays a script and keeps what it was sent. */
final class ScriptedModel implements ChatModel {
    private final Queue<AiMessage> script = new ArrayDeque<>();
    private final List<ChatRequest> requests = new ArrayList<>();

    /** Lets it call a tool. */
    ScriptedModel calls(String tool, String arguments) {
        script.add(
                AiMessage.from(
                        ToolExecutionRequest.builder()
                                .id("call-" + script.size())
                                .name(tool)
                                .arguments(arguments)
                                .build()));
        return this;
    }

    ScriptedModel says(String text) {
        script.add(AiMessage.from(text));
        return this;
    }

    List<ChatRequest> requests() {
        return requests;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        AiMessage next = script.poll();
        if (next == null) {
            throw new IllegalStateException("the script is over");
        }
        return ChatResponse.builder().aiMessage(next).build();
    }
}
