package dev.alkdev.operations.examples.console;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import java.net.URI;
import java.nio.file.Path;

/** A hub with operations for everything that the console shows. */
final class ConsoleHub implements AutoCloseable {
    private final Hub hub;
    private final Shop shop;
    private final Ticks ticks;

    private ConsoleHub(Hub hub) {
        this.hub = hub;
        this.shop = Shop.in(hub.registry());
        this.ticks = Ticks.in(hub.registry());
    }

    /** A hub that runs. */
    static ConsoleHub started(String yaml) {
        return of(yaml).start();
    }

    /** A hub to which more is added before it is started. */
    static ConsoleHub of(String yaml) {
        String config = "listen: 127.0.0.1:0\ntitle: The shop\n" + yaml;
        return new ConsoleHub(
                Hub.of(HubConfig.parse(config, Path.of(".").toAbsolutePath(), name -> null)));
    }

    ConsoleHub start() {
        hub.start();
        return this;
    }

    Hub hub() {
        return hub;
    }

    OperationRegistry registry() {
        return hub.registry();
    }

    Shop shop() {
        return shop;
    }

    Ticks ticks() {
        return ticks;
    }

    URI uri() {
        return hub.uri();
    }

    @Override
    public void close() {
        hub.close();
    }
}
