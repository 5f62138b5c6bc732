package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.ArrayList;
import java.util.List;

class StreamReadyTest {
    @Test
    void aHandlerIsReadyBeforeItsReaderLearnsThatTheStreamIsOpen() {
        OperationRegistry registry = OperationRegistry.create();
        List<String> order = new ArrayList<>();
        StreamHandler handler = (input, context, emitter) -> order.add("runs");
        StreamSink sink =
                new StreamSink() {
                    @Override
                    public void open() {
                        order.add("open");
                    }

                    @Override
                    public void item(ResponseEnvelope<JsonNode> item) {}
                };

        registry.register(
                OperationSpec.subscription("a.watch").build(),
                new StreamHandler() {
                    @Override
                    public void handle(
                            JsonNode input,
                            OperationContext context,
                            Emitter<@Nullable Object> emitter) {
                        throw new IllegalStateException("the one that was prepared runs");
                    }

                    @Override
                    public StreamHandler prepare(JsonNode input) {
                        order.add("ready");
                        return handler;
                    }
                });
        registry.stream(Call.builder().to("a.watch", NullNode.getInstance()), sink);

        assertThat(order).containsExactly("ready", "open", "runs");
    }
}
