package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.McpSourceConfig;
import dev.alkdev.operations.hub.SourceConfig;

import tools.jackson.databind.node.NullNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A hub with the examples, and a few operations that behave badly. */
final class ExampleHub implements AutoCloseable {
    private final Hub hub;

    private ExampleHub(Hub hub) {
        this.hub = hub;
    }

    /** Without the process of an MCP server, which takes long to start. */
    static ExampleHub start() {
        HubConfig config = new HubFile(null).read();
        List<SourceConfig> here =
                config.sources().stream()
                        .filter(source -> !(source instanceof McpSourceConfig))
                        .toList();
        return start(config.withSources(here));
    }

    static ExampleHub start(String yaml) {
        return start(HubConfig.parse(yaml, Path.of(""), name -> null));
    }

    static ExampleHub start(HubConfig config) {
        Hub hub = Hub.of(config.withListen(config.listen().withPort(0)));
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
