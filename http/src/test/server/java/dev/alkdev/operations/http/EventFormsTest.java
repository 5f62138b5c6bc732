package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpResponse;
import java.util.List;

/** Who gets events, and what they look like. */
@ExtendWith(LeakCheck.class)
class EventFormsTest {
    private OperationRegistry registry;
    private RestServer server;

    @BeforeEach
    void start(OperationRegistry registry) {
        this.registry = registry;
        Tasks.in(registry);
        server = RestServer.serving(RestGateway.over(registry));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*/*", "text/*", "application/json, text/plain, */*", "TEXT/Event-Stream"})
    void areSentToClientsThatAcceptAnything(String accept) {
        for (HttpResponse<String> response :
                List.of(
                        server.get("/operations/tasks.count?to=1", "Accept", accept),
                        server.post("/operations/tasks.count", "{\"to\": 1}", "Accept", accept))) {
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(response.body())
                    .isEqualTo("event: item\ndata: 1\n\nevent: complete\ndata: {}\n\n");
        }
    }

    @Test
    void areSentToClientsWithoutAccept() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send("GET /operations/tasks.count?to=1 HTTP/1.1");
            assertThat(client.readThrough("event: complete")).contains("data: 1");
        }
    }

    @Test
    void ofAPlainAddressNeedNoQueryPart() {
        assertThat(server.get("/operations/tasks.count").body()).contains("data: 3");
    }

    @Test
    void markItemsThatAToolReportedAsErrors() {
        registry.register(
                OperationSpec.subscription("tools.items").build(),
                (input, context, emitter) -> {
                    emitter.emit(1);
                    emitter.emit(
                            ResponseEnvelope.mcp(
                                    Json.parse("\"disk full\""),
                                    new McpMeta(true, List.of(ContentBlock.text("disk full")))));
                    emitter.emit("a \"text\"");
                });

        assertThat(server.get("/operations/tools.items").body())
                .isEqualTo(
                        """
                        event: item
                        data: 1

                        event: item-error
                        data: "disk full"

                        event: item
                        data: "a \\"text\\""

                        event: complete
                        data: {}

                        """);
        assertThat(server.get("/operations/tools.items?envelope").body())
                .contains("event: item-error\ndata: {\"data\":\"disk full\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json, text/plain", "image/*", "*/*, text/event-stream;q=0"})
    void areRefusedToClientsThatReadNoEvents(String accept) {
        HttpResponse<String> response =
                server.post("/operations/tasks.count", "{}", "Accept", accept);
        assertThat(response.statusCode()).isEqualTo(406);
    }
}
