package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A client of 2026-07-28: it gets questions as the answer of its request, and sends the request
 * again. So a question without an answer ends the call; which ones did is remembered here, since no
 * exception passes all that a handler may be wrapped in.
 */
final class RoundTripCaller extends GatewayCaller {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private final Mutex lock = new Mutex();
    private final RequestState state;

    /** Few calls ask anything, so that nothing is made before. */
    private Map<String, Integer> times = Map.of();

    private Map<String, McpQuestion> open = Map.of();
    private ObjectNode missing = NOTHING;

    RoundTripCaller(ServerRequest request, String target, RequestState state) {
        super(request, target);
        this.state = state;
    }

    @Override
    public Map<String, JsonNode> ask(Map<String, McpQuestion> questions) {
        try (Registration held = lock.hold()) {
            return answers(questions);
        }
    }

    private Map<String, JsonNode> answers(Map<String, McpQuestion> questions) {
        ObjectNode lacking = missing(questions.values());
        if (!lacking.isEmpty()) {
            missing = lacking;
            throw unable(lacking);
        }
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        Map<String, McpQuestion> unanswered = new LinkedHashMap<>();
        questions.forEach(
                (key, question) -> {
                    String numbered = numbered(key);
                    McpQuestion sent = Elicitation.modern(question);
                    JsonNode answer = state.answer(numbered, sent);
                    if (answer == null) {
                        unanswered.put(numbered, sent);
                    } else {
                        answers.put(key, answer);
                    }
                });
        if (!unanswered.isEmpty()) {
            Map<String, McpQuestion> all = new LinkedHashMap<>(open);
            all.putAll(unanswered);
            open = all;
            throw new CallException(ErrorCode.ABORTED, "the client is asked first");
        }
        return answers;
    }

    /** A handler that asks under the same key again asks something else. */
    private String numbered(String key) {
        if (times.isEmpty()) {
            times = new HashMap<>();
        }
        int time = times.merge(key, 1, Integer::sum);
        return time == 1 ? key : key + '#' + time;
    }

    /** The questions that ended the call, under the keys that the client sees. */
    Map<String, McpQuestion> open() {
        try (Registration held = lock.hold()) {
            return Map.copyOf(open);
        }
    }

    /** What the client must be able to do; empty if nothing is missing. */
    ObjectNode missing() {
        try (Registration held = lock.hold()) {
            return missing;
        }
    }

    RequestState state() {
        return state;
    }
}
