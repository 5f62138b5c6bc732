package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What callers over REST learn of a spoke that answers wrongly, and links of wrong requests. */
@Timeout(90)
class HubFaultySpokeTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** Offers {@code h.op}, and answers calls of it with some output. */
    private record Spoke(String output) {
        void answer(RawLink link, String text) {
            JsonNode payload = Json.parse(text).path("payload");
            String operation = payload.path("operationId").asString("");
            String id = payload.path("requestId").asString("");
            if (operation.equals("services.list")) {
                ObjectNode page = JsonNodeFactory.instance.objectNode();
                page.putArray("operations").add(OperationSpec.query("h.op").build().toJson());
                link.answer(responded(id, envelope(page.toString())));
            } else if (operation.equals("h.op")) {
                link.answer(responded(id, output));
            }
        }

        private static String responded(String id, String output) {
            return """
            {"type":"call.responded","id":"%1$s","payload":{"requestId":"%1$s","output":%2$s}}
            """
                    .formatted(id, output);
        }
    }

    private static String envelope(String data) {
        return """
        {"data":%s,"meta":{"source":"local","operationId":"h.op","timestamp":1}}
        """
                .formatted(data);
    }

    private static HttpResponse<String> answerOf(String output) throws Exception {
        try (Hub hub = HubFixtures.started("");
                RawLink spoke = RawLink.reading(hub.uri(), new Spoke(output)::answer);
                HubClient client = HubClient.of(hub)) {
            await().atMost(SOON).until(() -> hub.registry().find("h.op").isPresent());
            return client.call("h.op", "{}");
        }
    }

    @Test
    void aGoodAnswerIsPassedOn() throws Exception {
        assertThat(answerOf(envelope("17")).body()).isEqualTo("17");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "null",
                "{}",
                "{\"data\":1}",
                "{\"data\":1,\"meta\":{\"source\":\"nowhere\"}}",
                "{\"data\":1,\"meta\":{\"source\":\"http\",\"statusCode\":-1,\"headers\":5,"
                        + "\"contentType\":\"a/b\"}}"
            })
    void anAnswerThatIsNoEnvelopeIsTheFaultOfTheSpoke(String output) throws Exception {
        assertFaultOfTheSpoke(answerOf(output));
    }

    @Test
    void anAnswerThatIsTooDeepIsTheFaultOfTheSpoke() throws Exception {
        assertFaultOfTheSpoke(answerOf(envelope("[".repeat(1_000) + "]".repeat(1_000))));
    }

    private static void assertFaultOfTheSpoke(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(502);
        JsonNode problem = Json.parse(answer.body());
        assertThat(problem.get("code").asString()).isEqualTo("EXECUTION_ERROR");
        assertThat(answer.body()).hasSizeLessThan(2_000);
    }

    @Test
    void aLongOperationIdIsRefusedInFewWords() throws Exception {
        BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        try (Hub hub = HubFixtures.started(HubFixtures.TEST_SOURCE);
                RawLink link = RawLink.reading(hub.uri(), (own, text) -> texts.add(text))) {
            link.send(RawLink.request("long-1", "a." + "x".repeat(3_000_000), ""));

            String refusal = next(texts, "long-1");
            assertThat(refusal).hasSizeLessThan(2_000).contains("call.error", "operationId");

            link.send(RawLink.request("next-1", "test.echo", ""));
            assertThat(next(texts, "next-1")).contains("call.responded");
        }
    }

    /** The hub asks for the operations of the link meanwhile. */
    private static String next(BlockingQueue<String> texts, String id) throws Exception {
        while (true) {
            String text = texts.poll(30, TimeUnit.SECONDS);
            assertThat(text).isNotNull();
            if (text.contains(id)) {
                return text;
            }
        }
    }
}
