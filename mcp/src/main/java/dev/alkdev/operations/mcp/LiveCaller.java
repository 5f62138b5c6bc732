package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;

/** A client of before 2026-07-28: it gets questions as requests, while its own one waits. */
final class LiveCaller extends GatewayCaller {
    private final OpenQuestions questions;

    private final OpenElicitations elicitations;

    LiveCaller(
            ServerRequest request,
            String target,
            OpenQuestions questions,
            OpenElicitations elicitations) {
        super(request, target);
        this.questions = questions;
        this.elicitations = elicitations;
    }

    private OpenQuestions.Question send(McpQuestion question) {
        McpQuestion legacy = Elicitation.legacy(question);
        if (Elicitation.isUrl(legacy)) {
            elicitations.asked(request().client().session(), legacy.params());
        }
        return questions.send(request(), legacy);
    }

    @Override
    public Map<String, JsonNode> ask(Map<String, McpQuestion> asked) {
        ObjectNode missing = missing(asked.values());
        if (!missing.isEmpty()) {
            throw unable(missing);
        }
        Map<String, OpenQuestions.Question> sent = new LinkedHashMap<>();
        try {
            asked.forEach((key, question) -> sent.put(key, send(question)));
            Map<String, JsonNode> answers = new LinkedHashMap<>();
            for (Map.Entry<String, OpenQuestions.Question> each : sent.entrySet()) {
                answers.put(each.getKey(), each.getValue().await());
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.ABORTED, "the call has ended");
        } finally {
            sent.values().forEach(OpenQuestions.Question::close);
        }
    }
}
