package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * The answers so far of a request of 2026-07-28, which its client keeps between the rounds. It is
 * signed, holds for a while, and only for the same request of the same caller. An answer counts
 * only for the question that it was given to; one that comes without a state counts for the first
 * question of its key. For one thread at a time.
 */
final class RequestState {
    private static final String USE = "requestState";
    private static final String TO = "to";
    private static final String IS = "is";
    private static final ObjectWriter SORTED =
            Json.mapper().writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    /** Of most requests; nothing is added to it. */
    private static final ObjectNode NO_ANSWERS = JsonNodeFactory.instance.objectNode();

    private final ServerRequest request;
    private final String target;
    private final ObjectNode answers;

    private RequestState(ServerRequest request, String target, ObjectNode answers) {
        this.request = request;
        this.target = target;
        this.answers = answers;
    }

    /**
     * What a request brings with it.
     *
     * @throws McpException if it brings a state that is not its own, or answers that are none
     */
    static RequestState of(ServerRequest request, String target, Signer signer, TimeSource time) {
        JsonNode given = request.params().get("inputResponses");
        JsonNode state = request.params().get(USE);
        if (given == null && state == null) {
            return new RequestState(request, target, NO_ANSWERS);
        }
        ObjectNode answers = JsonNodeFactory.instance.objectNode();
        if (given != null && !given.isObject()) {
            throw McpException.invalidParams("inputResponses should be an object");
        }
        if (state != null) {
            JsonNode known = state.isString() ? signer.read(USE, state.asString()) : null;
            if (known == null) {
                throw foreign();
            }
            check(known, binding(request, target), time);
            known.path("answers")
                    .properties()
                    .forEach(it -> answers.set(it.getKey(), it.getValue()));
            if (given != null) {
                take(given, known.path("asked"), answers);
            }
        } else if (given != null) {
            take(given, null, answers);
        }
        return new RequestState(request, target, answers);
    }

    private static McpException foreign() {
        return McpException.invalidParams(
                "requestState was not issued for this request by this server, or before it got a"
                        + " new key; send the request again without it");
    }

    private static void check(JsonNode known, String binding, TimeSource time) {
        if (!known.path("for").asString("").equals(binding)) {
            throw foreign();
        }
        if (known.path("until").asLong(0) < time.millis()) {
            throw McpException.invalidParams(
                    "requestState has expired; send the request again without it");
        }
    }

    /**
     * Takes the answers that a request brings.
     *
     * @param asked what each key was asked for; null if that is not known
     */
    private static void take(JsonNode given, @Nullable JsonNode asked, ObjectNode answers) {
        for (Map.Entry<String, JsonNode> each : given.properties()) {
            if (!each.getValue().isObject()) {
                throw McpException.invalidParams(
                        "inputResponses." + each.getKey() + " should be an object");
            }
            JsonNode digest = asked == null ? null : asked.get(each.getKey());
            if (asked == null || digest != null) {
                ObjectNode answer = answers.putObject(each.getKey());
                if (digest != null) {
                    answer.set(TO, digest);
                }
                answer.set(IS, each.getValue());
            }
        }
    }

    /** The answer to a question; null if there is none that can be its answer. */
    @Nullable JsonNode answer(String key, McpQuestion question) {
        if (!(answers.path(key) instanceof ObjectNode answer) || !fits(question, answer.path(IS))) {
            return null;
        }
        String digest = digest(question);
        if (!answer.has(TO)) {
            answer.put(TO, digest);
        }
        return answer.path(TO).asString("").equals(digest) ? answer.get(IS) : null;
    }

    private static boolean fits(McpQuestion question, JsonNode answer) {
        return switch (question.method()) {
            case McpQuestion.ELICIT -> answer.path("action").isString();
            case McpQuestion.SAMPLE -> answer.has("content");
            case McpQuestion.ROOTS -> answer.path("roots").isArray();
            default -> true;
        };
    }

    /** What the client sends again with its answers. */
    String next(
            Map<String, McpQuestion> questions, Signer signer, TimeSource time, Duration within) {
        ObjectNode state = JsonNodeFactory.instance.objectNode();
        state.put("for", binding(request, target));
        state.put("until", time.millis() + within.toMillis());
        ObjectNode bound = state.objectNode();
        answers.properties().stream()
                .filter(it -> it.getValue().has(TO))
                .forEach(it -> bound.set(it.getKey(), it.getValue()));
        if (!bound.isEmpty()) {
            state.set("answers", bound);
        }
        ObjectNode asked = state.putObject("asked");
        questions.forEach((key, question) -> asked.put(key, digest(question)));
        return signer.sign(USE, state);
    }

    private static String digest(McpQuestion question) {
        return hash(question.method() + ' ' + SORTED.writeValueAsString(question.params()));
    }

    /** What a state is for; most requests ask nothing and never need it. */
    private static String binding(ServerRequest request, String target) {
        JsonNode arguments = request.params().path("arguments");
        return hash(
                ClientInfo.nameOf(request.client().caller())
                        + '\n'
                        + request.method()
                        + '\n'
                        + target
                        + '\n'
                        + (arguments.isObject() ? SORTED.writeValueAsString(arguments) : "{}"));
    }

    private static String hash(String text) {
        return Signer.encode(Signer.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }
}
