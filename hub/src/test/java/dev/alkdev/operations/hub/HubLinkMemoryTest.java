package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hubs with little memory, and links that never read. Others are served all the same. */
@Timeout(180)
class HubLinkMemoryTest {
    private static final String LIMITS =
            "limits: {streams: 1000, concurrency: 1000, links: 100}\n" + HubFixtures.TEST_SOURCE;

    private final List<RawLink> links = new ArrayList<>();

    @AfterEach
    void closeLinks() {
        links.forEach(RawLink::close);
        links.clear();
    }

    private static HubProcess start(String heap) throws IOException {
        return HubProcess.start(List.of(), LIMITS, "-Xmx" + heap);
    }

    private void ask(HubProcess hub, int times, String operationId, String more) {
        RawLink link = RawLink.deaf(hub.uri());
        links.add(link);
        link.send(RawLink.request("r-0", operationId, more));
        try {
            for (int i = 1; i < times; i++) {
                link.send(RawLink.request("r-" + i, operationId, more));
            }
        } catch (CompletionException cut) {
            // A hub without memory closes links that do not read, at the first request or later.
            assertThat(cut).hasCauseInstanceOf(IOException.class);
        }
    }

    private void assertServedWhileTheyStayAndAfterwards(HubProcess hub) throws Exception {
        assertServed(hub);
        closeLinks();
        assertServed(hub);
    }

    private static void assertServed(HubProcess hub) throws Exception {
        try (HubClient client = HubClient.at(hub.uri())) {
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> answer = client.call("test.echo", "{\"n\": 1}");
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            }
        }
        assertThat(hub.isAlive()).isTrue();
    }

    @Test
    void manyStreamsOfOneLinkWithLargeWindows() throws Exception {
        try (HubProcess hub = start("128m")) {
            ask(hub, 100, "heavy.stream10k", ",\"window\":1000000");

            assertServedWhileTheyStayAndAfterwards(hub);
        }
    }

    @Test
    void streamsOfLargeItemsOverManyLinks() throws Exception {
        try (HubProcess hub = start("48m")) {
            for (int i = 0; i < 10; i++) {
                ask(hub, 10, "heavy.stream100k", ",\"window\":1000");
            }

            assertServedWhileTheyStayAndAfterwards(hub);
        }
    }

    @Test
    void requestsThatTakeFarMoreMemoryThanTheirTexts() throws Exception {
        String input = "\"input\":[" + "{},".repeat(330_000) + "{}]";
        List<String> answers = new CopyOnWriteArrayList<>();
        try (HubProcess hub = start("64m")) {
            RawLink link =
                    RawLink.reading(
                            hub.uri(),
                            (own, text) -> {
                                if (text.contains("\"call.error\"")) {
                                    answers.add(text);
                                }
                            });
            links.add(link);
            for (int i = 0; i < 4; i++) {
                String request = RawLink.request("r-" + i, "test.echo", "");
                link.send(request.replace("\"input\":{}", input));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> answers.size() == 4);

            assertThat(answers).allMatch(text -> text.contains("OVERLOADED"));
            assertServedWhileTheyStayAndAfterwards(hub);
        }
    }

    @Test
    void largeAnswersOverManyLinks() throws Exception {
        try (HubProcess hub = start("128m")) {
            for (int i = 0; i < 20; i++) {
                ask(hub, 4, "heavy.result", "");
            }

            assertServedWhileTheyStayAndAfterwards(hub);
        }
    }
}
