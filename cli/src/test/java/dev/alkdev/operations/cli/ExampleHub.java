package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import tools.jackson.databind.node.NullNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A hub with the examples, and a few operations that behave badly. */
final class ExampleHub implements AutoCloseable {
    private final Hub hub;

    private ExampleHub(Hub hub) {
        this.hub = hub;
    }

    static ExampleHub start() {
        return start(HubFile.defaultText());
    }

    static ExampleHub start(String yaml) {
        HubConfig config = HubConfig.parse(yaml, Path.of(""), name -> null);
        Hub hub = Hub.of(config.toBuilder().listen(config.listen().withPort(0)).build());
        hub.start();
        hub.awaitSources(Duration.ofSeconds(30));
        hub.registry()
                .register(
                        OperationSpec.query("test.forever").describedAs("Never ends").build(),
                        (input, context) -> {
                            new CountDownLatch(1).await();
                            return NullNode.getInstance();
                        });
        hub.registry()
                .register(
                        OperationSpec.query("test.broken").describedAs("Always fails").build(),
                        (input, context) -> {
                            throw new IllegalStateException("on purpose");
                        });
        return new ExampleHub(hub);
    }

    Hub hub() {
        return hub;
    }

    String uri() {
        return hub.uri().toString();
    }

    TestConsole console() {
        return new TestConsole().hub(uri());
    }

    @Override
    public void close() {
        hub.close();
    }
}
