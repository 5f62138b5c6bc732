package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What can be said about a call, and what becomes of it. */
@ExtendWith(LeakCheck.class)
class CallTest {
    private static final Schema NUMBERED =
            Schema.parse(
                    """
                    {"type": "object",
                     "properties": {"number": {"type": "integer"}, "size": {"default": 3}},
                     "required": ["number"], "additionalProperties": false}
                    """);

    /** What has no JSON form. */
    static final class Unreadable {
        @SuppressWarnings("DoNotCallSuggester") // by Jackson only
        public int getNumber() {
            throw new IllegalStateException("broken");
        }
    }

    /** What a caller may want back. */
    record Numbered(int number) {}

    @Test
    void anyJavaValueIsAnInputAndAnyTypeCanBeRead(OperationRegistry registry) {
        registry.register(query("a.echo"), (input, context) -> input);

        assertThat(registry.execute("a.echo", Map.of("number", 7)).data())
                .isEqualTo(Json.parse("{\"number\": 7}"));
        assertThat(registry.execute("a.echo", new Numbered(8), Numbered.class).unwrap())
                .isEqualTo(new Numbered(8));
        assertThat(failure(() -> registry.execute("a.echo", new Unreadable())).code())
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void aCallKnowsItsIdBeforeItIsMade(OperationRegistry registry) {
        registry.register(query("a.id"), (input, context) -> context.requestId());
        Call call = Call.of("a.id", NOTHING);

        String known = call.requestId();

        assertThat(registry.execute(call).data().asString()).isEqualTo(known);
    }

    @Test
    void anOperationThatWasResolvedIsNotLookedForAgain(OperationRegistry registry) {
        registry.register(query("a.b"), (input, context) -> "resolved");
        RegisteredOperation resolved = registry.resolve("a.b").orElseThrow();
        registry.replace(OperationBinding.of(query("a.b"), (input, context) -> "replaced"));

        assertThat(registry.execute(Call.builder().to(resolved, NOTHING)).data())
                .isEqualTo(json("'resolved'"));
        assertThat(registry.execute("a.b", NOTHING).data()).isEqualTo(json("'replaced'"));
    }

    @Test
    void progressReachesWhoAskedForItAndNobodyElse(OperationRegistry registry) {
        List<Progress> told = new ArrayList<>();
        registry.register(
                query("a.inner"),
                (input, context) -> {
                    context.progress(99, null, "inner");
                    return null;
                });
        registry.register(
                query("a.outer"),
                (input, context) -> {
                    context.progress(1, 2.0, "half");
                    return context.env().call("a.inner", input);
                });

        registry.execute(Call.builder().onProgress(told::add).to("a.outer", NOTHING));
        registry.execute("a.outer", NOTHING);

        assertThat(told).containsExactly(new Progress(1, 2.0, "half"));
    }

    @Test
    void attachmentsReachTheHandlerAndWhatItCalls(OperationRegistry registry) {
        AttachmentKey<StringBuilder> key = AttachmentKey.of("session", StringBuilder.class);
        StringBuilder session = new StringBuilder();
        List<Optional<StringBuilder>> found = new ArrayList<>();
        registry.register(
                query("a.inner"),
                (input, context) -> {
                    found.add(context.attachment(key));
                    return null;
                });
        registry.register(
                query("a.outer"),
                (input, context) -> {
                    found.add(context.attachment(key));
                    return context.env().call("a.inner", input);
                });
        Call call = Call.builder().attach(key, session).to("a.outer", NOTHING);

        registry.execute(call);

        assertThat(found).containsExactly(Optional.of(session), Optional.of(session));
        assertThat(call.travelling().to("a.outer", NOTHING).attachment(key)).isEmpty();
    }

    @Test
    void attachmentsOfANestedCallOverrideTheInheritedOnes(OperationRegistry registry) {
        AttachmentKey<String> given = AttachmentKey.of("given", String.class);
        AttachmentKey<String> inherited = AttachmentKey.of("inherited", String.class);
        registry.register(
                query("a.inner"),
                (input, context) ->
                        List.of(
                                context.attachment(given).orElse("none"),
                                context.attachment(inherited).orElse("none")));
        registry.register(
                query("a.outer"),
                (input, context) ->
                        context.env()
                                .call(Call.builder().attach(given, "inner").to("a.inner", input)));

        assertThat(registry.execute("a.outer", NOTHING).data()).isEqualTo(json("['inner','none']"));
        assertThat(
                        registry.execute(
                                        Call.builder()
                                                .attach(given, "outer")
                                                .attach(inherited, "outer")
                                                .to("a.outer", NOTHING))
                                .data())
                .isEqualTo(json("['inner','outer']"));
    }

    @Test
    void reportingProgressNeverFailsTheCall(OperationRegistry registry) {
        List<Progress> told = new ArrayList<>();
        registry.register(
                query("a.b"),
                (input, context) -> {
                    context.progress(Double.NaN, null, null);
                    context.progress(1, Double.POSITIVE_INFINITY, null);
                    context.progress(2, null, null);
                    return "done";
                });

        try (LogCapture log = new LogCapture()) {
            Consumer<Progress> listener =
                    progress -> {
                        told.add(progress);
                        throw new AssertionError("a bug");
                    };
            ResponseEnvelope<JsonNode> result =
                    registry.execute(Call.builder().onProgress(listener).to("a.b", NOTHING));

            assertThat(result.data()).isEqualTo(json("'done'"));
            assertThat(told).containsExactly(new Progress(2, null, null));
            assertThat(log.text())
                    .contains(
                            "Progress of a.b not reported: progress should be finite but is NaN of"
                                    + " null",
                            "A progress listener of a.b failed",
                            "a bug");
        }
    }

    @Test
    void anInputIsNormalizedIfTheCallerOrTheOperationWantsIt(OperationRegistry registry) {
        OperationSpec spec = OperationSpec.query("a.plain").input(NUMBERED).build();
        registry.register(spec, (input, context) -> input);
        registry.register(
                OperationBinding.of(spec.withId("a.lenient"), (input, context) -> input)
                        .normalizingInput());
        Map<String, Object> text = Map.of("number", "7");
        CallBuilder lenient = Call.builder().normalizingInput();

        assertThat(failure(() -> registry.execute("a.plain", text)).code())
                .isEqualTo("VALIDATION_ERROR");
        assertThat(registry.execute(lenient.to("a.plain", text)).data())
                .isEqualTo(Json.parse("{\"number\": 7, \"size\": 3}"));
        assertThat(registry.execute("a.lenient", text).data())
                .isEqualTo(Json.parse("{\"number\": 7, \"size\": 3}"));
    }

    @Test
    void anInputIsLeftToTheHandlerIfTheCallerWantsIt(OperationRegistry registry) {
        OperationSpec spec = OperationSpec.query("a.lenient").input(NUMBERED).build();
        registry.register(OperationBinding.of(spec, (input, context) -> input).normalizingInput());
        Map<String, Object> wrong = Map.of("number", "seven");
        Call left = Call.builder().leavingInputCheck().to("a.lenient", wrong);

        assertThat(registry.execute(left).data()).isEqualTo(Json.parse("{\"number\": \"seven\"}"));
        assertThat(failure(() -> registry.execute(left.travelling().to("a.lenient", wrong))).code())
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void aMemberThatNobodyKnowsIsRefusedAndNotLost(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("a.plain").input(NUMBERED).build(), (input, context) -> input);
        Call call = Call.builder().normalizingInput().to("a.plain", Map.of("number", 1, "x", 2));

        assertThat(failure(() -> registry.execute(call)).getMessage()).contains("/x");
    }

    @Test
    void theTimeoutOfAnOperationEndsACallByTheClockOfTheRegistry(LeakCheck leaks) {
        HandDrivenClock clock = new HandDrivenClock();
        OperationRegistry registry = leaks.watch(OperationRegistry.builder().time(clock).build());
        registry.register(
                OperationBinding.of(
                                query("a.slow"),
                                (input, context) -> {
                                    clock.advance(Duration.ofSeconds(2));
                                    return input;
                                })
                        .within(Duration.ofSeconds(1)));

        assertThat(failure(() -> registry.execute("a.slow", NOTHING)).code()).isEqualTo("TIMEOUT");
    }

    @Test
    void anAnswerThatIsAnErrorHasAnOutcomeOfItsOwn(LeakCheck leaks) {
        List<String> outcomes = new ArrayList<>();
        OperationRegistry registry =
                leaks.watch(
                        OperationRegistry.builder()
                                .observer(call -> ended -> outcomes.add(ended.outcome()))
                                .build());
        McpMeta meta = new McpMeta(true, List.of(ContentBlock.text("no")), null, null);
        registry.register(
                query("a.tool"), (input, context) -> new ResponseEnvelope<>(NOTHING, meta));

        registry.execute("a.tool", NOTHING);

        assertThat(outcomes).containsExactly("tool_error");
    }
}
