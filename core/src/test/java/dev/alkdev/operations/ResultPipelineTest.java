package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@ExtendWith(LeakCheck.class)
class ResultPipelineTest {
    static final Schema INVOICE =
            Schema.of(
                    json(
                            "{'type':'object','properties':{'number':{'type':'string'},"
                                    + "'total':{'type':'number'},"
                                    + "'currency':{'type':'string','default':'EUR'}},"
                                    + "'required':['number','total']}"));
    private static final JsonNode RAW = json("{'number':17,'total':'12.5','internal':true}");
    private static final JsonNode NORMAL = json("{'number':'17','total':12.5,'currency':'EUR'}");

    static OperationBinding returning(Object result) {
        return OperationBinding.of(
                OperationSpec.query("billing.find").output(INVOICE).build(),
                (input, context) -> result);
    }

    static JsonNode data(OperationRegistry registry) {
        return registry.execute("billing.find", NullNode.getInstance()).data();
    }

    @Nested
    class Normalizing {
        @Test
        void dataIsNormalizedByDefault(OperationRegistry registry) {
            registry.register(returning(RAW));

            assertThat(data(registry)).isEqualTo(NORMAL);
            assertThat(registry.drift("billing.find"))
                    .extracting(Drift::normalized, Drift::mismatched)
                    .containsExactly(1L, 0L);
        }

        @Test
        void dataThatFitsIsPassedOnUntouched(OperationRegistry registry) {
            registry.register(returning(NORMAL));

            assertThat(data(registry)).isEqualTo(NORMAL);
            assertThat(registry.drift("billing.find")).isEqualTo(Drift.none());
        }

        @Test
        void theKindsOfChangesAreCounted(OperationRegistry registry) {
            registry.register(returning(RAW));

            data(registry);
            data(registry);

            assertThat(registry.drift("billing.find")).isEqualTo(new Drift(2, 0, 2, 2, 4, 0));
        }

        @Test
        void aCallerThatChangesItsResultDoesNotChangeWhatTheHandlerKeeps(
                OperationRegistry registry) {
            JsonNode kept = json("{'number':'A-17','total':1,'currency':'EUR','items':[{'n':1}]}");
            registry.register(
                    OperationSpec.query("billing.find").build(), (input, context) -> kept);
            JsonNode untouched = kept.deepCopy();

            ObjectNode result = (ObjectNode) data(registry);
            result.put("number", "changed");
            ((ObjectNode) result.at("/items/0")).put("n", 2);

            assertThat(kept).isEqualTo(untouched);
            assertThat(data(registry)).isEqualTo(untouched);
        }

        @Test
        void jsonIsNotCopiedForACallWhoseResultIsWrittenAtOnce(OperationRegistry registry) {
            JsonNode kept = json("{'number':'A-17'}");
            registry.register(
                    OperationSpec.query("billing.find").build(), (input, context) -> kept);
            List<JsonNode> nested = new ArrayList<>();
            registry.register(
                    OperationSpec.query("billing.outer").build(),
                    (input, context) -> {
                        nested.add(context.env().call("billing.find", input).data());
                        return kept;
                    });

            Call call = Call.builder().writtenAtOnce().to("billing.outer", json("{}"));

            assertThat(registry.execute(call).data()).isSameAs(kept);
            assertThat(nested).containsExactly(kept);
            assertThat(nested.getFirst()).isNotSameAs(kept);
            assertThat(registry.execute(call.travelling().to("billing.find", json("{}"))).data())
                    .isNotSameAs(kept);
        }

        @Test
        void theCallerCanSeeWhatWasChanged(OperationRegistry registry) {
            registry.register(returning(RAW));
            List<Change> changes = new ArrayList<>();
            CallBuilder context = Call.builder().onNormalized(changes::add);

            registry.execute(context.to("billing.find", NullNode.getInstance()));

            assertThat(changes)
                    .containsExactlyInAnyOrder(
                            new Change("/number", Change.Kind.CONVERTED),
                            new Change("/total", Change.Kind.CONVERTED),
                            new Change("/internal", Change.Kind.STRIPPED),
                            new Change("/currency", Change.Kind.DEFAULTED));
        }

        @Test
        void aListenerThatFailsDoesNotChangeTheResult(OperationRegistry registry) {
            registry.register(returning(RAW));
            JsonNode expected = registry.execute("billing.find", NullNode.getInstance()).data();
            Call call =
                    Call.builder()
                            .onNormalized(
                                    change -> {
                                        throw new IllegalStateException("a bug of the listener");
                                    })
                            .to("billing.find", NullNode.getInstance());

            try (LogCapture log = new LogCapture()) {
                assertThat(registry.execute(call).data()).isEqualTo(expected);
                assertThat(log.text())
                        .containsOnlyOnce("A listener for normalization of billing.find failed");
            }
        }

        @Test
        void theCallerCanSeeWhatACastReplaced(OperationRegistry registry) {
            registry.register(returning(RAW).normalizing(NormalizeMode.CAST));
            List<Change> changes = new ArrayList<>();
            CallBuilder context = Call.builder().onNormalized(changes::add);

            registry.execute(context.to("billing.find", NullNode.getInstance()));

            assertThat(changes)
                    .contains(
                            new Change("/number", Change.Kind.REPLACED),
                            new Change("/total", Change.Kind.REPLACED),
                            new Change("/internal", Change.Kind.STRIPPED));
        }

        @Test
        void anOperationMayAskForNone(OperationRegistry registry) {
            registry.register(returning(RAW).normalizing(NormalizeMode.NONE));

            try (LogCapture log = new LogCapture()) {
                assertThat(data(registry)).isEqualTo(RAW);
                assertThat(log.lines()).hasSize(2);
            }
            assertThat(registry.drift("billing.find"))
                    .extracting(Drift::normalized, Drift::mismatched)
                    .containsExactly(0L, 1L);
        }

        @Test
        void anOperationMayAskForACast(OperationRegistry registry) {
            registry.register(
                    returning(json("{'number':{},'total':'much'}"))
                            .normalizing(NormalizeMode.CAST));

            assertThat(data(registry)).isEqualTo(json("{'number':'','total':0}"));
            assertThat(registry.drift("billing.find"))
                    .extracting(Drift::normalized, Drift::mismatched)
                    .containsExactly(1L, 0L);
        }

        @Test
        void anOperationMayGuaranteeItsShape(OperationRegistry registry) {
            registry.register(
                    returning(json("{'number':17,'total':'much','internal':true}"))
                            .normalizing(NormalizeMode.ENFORCE));

            assertThat(data(registry))
                    .isEqualTo(json("{'number':'17','total':0,'currency':'EUR'}"));
            assertThat(registry.drift("billing.find")).isEqualTo(new Drift(1, 0, 1, 1, 1, 1));
        }

        @Test
        void aShapeThatCannotBeGuaranteedFailsTheCall(OperationRegistry registry) {
            Schema code = Schema.of(json("{'type':'string','pattern':'^[A-Z]{3}$'}"));
            registry.register(
                    OperationBinding.of(
                                    OperationSpec.query("billing.find").output(code).build(),
                                    (input, context) -> "x")
                            .normalizing(NormalizeMode.ENFORCE));

            try (LogCapture log = new LogCapture()) {
                CallException refused =
                        catchThrowableOfType(CallException.class, () -> data(registry));
                assertThat(refused.code()).isEqualTo("EXECUTION_ERROR");
                assertThat(log.lines()).hasSize(1);
            }
        }

        @Test
        void aCastNeverFailsTheCall(OperationRegistry registry) {
            Schema schema =
                    Schema.of(
                            json(
                                    "{'type':'object','properties':{'n':{'type':'number'},"
                                        + "'s':{'type':'string','pattern':'^a','format':'uuid'}},"
                                        + "'required':['s']}"));
            registry.register(
                    OperationBinding.of(
                                    OperationSpec.query("billing.find").output(schema).build(),
                                    (input, context) -> input)
                            .normalizing(NormalizeMode.CAST));

            try (LogCapture log = new LogCapture()) {
                for (String value : List.of("{'n':1e400,'s':'a'}", "{'n':{}}", "5", "null")) {
                    assertThat(registry.execute("billing.find", json(value)).data())
                            .isEqualTo(json(value));
                }
                assertThat(log.text()).doesNotContain("cannot be normalized");
            }
        }

        @Test
        void theRegistrySaysWhatIsTheDefault() {
            OperationRegistry registry =
                    OperationRegistry.builder().normalizing(NormalizeMode.CAST).build();
            registry.register(returning(json("{'number':{},'total':'much'}")));

            assertThat(data(registry)).isEqualTo(json("{'number':'','total':0}"));
        }

        @Test
        void whatComesInAnEnvelopeIsNormalizedToo(OperationRegistry registry) {
            HttpMeta meta = new HttpMeta(200, Headers.none());
            registry.register(returning(ResponseEnvelope.http(RAW, meta)));

            assertThat(registry.execute("billing.find", NullNode.getInstance()))
                    .isEqualTo(new ResponseEnvelope<>(NORMAL, meta));
        }

        @Test
        void theSchemaMayDependOnWhatCameWithTheResult(OperationRegistry registry) {
            JsonNode job = json("{'jobId':'7','poll':'/jobs/7'}");
            Schema accepted = Schema.parse("{\"properties\":{\"jobId\":{\"type\":\"integer\"}}}");
            OperationSpec spec = OperationSpec.query("billing.find").output(INVOICE).build();
            registry.register(
                    OperationBinding.of(
                                    spec,
                                    (input, context) ->
                                            ResponseEnvelope.http(
                                                    job,
                                                    new HttpMeta(input.intValue(), Headers.none())))
                            .withOutputSchemas(
                                    meta ->
                                            switch (((HttpMeta) meta).statusCode()) {
                                                case 202 -> accepted;
                                                case 200 -> INVOICE;
                                                default -> Schema.unknown();
                                            }));

            assertThat(registry.execute("billing.find", json("202")).data())
                    .isEqualTo(json("{'jobId':7}"));
            assertThat(registry.execute("billing.find", json("200")).data())
                    .isEqualTo(json("{'currency':'EUR'}"));
            assertThat(registry.execute("billing.find", json("299")).data()).isSameAs(job);
            assertThat(registry.drift("billing.find"))
                    .extracting(Drift::normalized, Drift::mismatched)
                    .containsExactly(2L, 1L);
        }

        @Test
        void anErrorIsNeitherNormalizedNorChecked(OperationRegistry registry) {
            McpMeta meta = new McpMeta(true, List.of(ContentBlock.text("no")));
            registry.register(returning(ResponseEnvelope.mcp(RAW, meta)));

            try (LogCapture log = new LogCapture()) {
                assertThat(data(registry)).isEqualTo(RAW);
                assertThat(log.text()).isEmpty();
            }
            assertThat(registry.drift("billing.find")).isEqualTo(Drift.none());
        }

        @Test
        void everyItemOfASubscriptionIsNormalized(OperationRegistry registry) {
            registry.register(
                    OperationSpec.subscription("billing.watch").output(INVOICE).build(),
                    (input, context, emitter) -> {
                        emitter.emit(RAW);
                        emitter.emit(NORMAL);
                    });

            try (Subscription<JsonNode> stream =
                    registry.subscribe("billing.watch", NullNode.getInstance())) {
                assertThat(stream.stream().map(ResponseEnvelope::data))
                        .containsExactly(NORMAL, NORMAL);
            }
            assertThat(registry.drift("billing.watch"))
                    .extracting(Drift::normalized, Drift::mismatched)
                    .containsExactly(1L, 0L);
        }
    }

    @Nested
    class Envelopes {
        private static final McpMeta META = new McpMeta(true, List.of());

        @Test
        void whatOnlyLooksLikeOneIsData(OperationRegistry registry) {
            JsonNode stored = ResponseEnvelope.mcp(RAW, META).toJson();
            for (Object lookalike :
                    List.of(stored, Json.mapper().convertValue(stored, Map.class))) {
                registry.replace(
                        OperationBinding.of(
                                OperationSpec.query("billing.find").build(),
                                (input, context) -> lookalike));

                ResponseEnvelope<JsonNode> result =
                        registry.execute("billing.find", NullNode.getInstance());

                assertThat(result.meta()).isInstanceOf(LocalMeta.class);
                assertThat(result.data()).isEqualTo(stored);
                assertThat(ResponseEnvelope.isEnvelope(lookalike)).isFalse();
            }
        }

        @Test
        void whatOnlyLooksLikeOneIsCheckedAsData(OperationRegistry registry) {
            registry.register(returning(ResponseEnvelope.mcp(RAW, META).toJson()));

            try (LogCapture log = new LogCapture()) {
                assertThat(data(registry)).isEqualTo(json("{'currency':'EUR'}"));
                assertThat(log.text()).contains("required property \"number\" is missing");
            }
        }
    }
}
