package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A hub in a process of its own, which can be killed, or starved. */
final class HubProcess implements AutoCloseable {
    private final Process process;
    private final String address;

    private HubProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Returns when the hub is up. */
    static HubProcess start(String yaml) throws IOException {
        return start(List.of(), yaml, "-Xmx96m");
    }

    /**
     * Returns when the hub is up.
     *
     * @param before a command that runs the one given to it
     * @param options for the JVM
     */
    static HubProcess start(List<String> before, String yaml, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError", "-cp"));
        command.add(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(HubProcess.class.getName(), yaml));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader lines = process.inputReader();
        if (!"up".equals(lines.readLine())) {
            throw new IOException("the hub did not start");
        }
        return new HubProcess(process, lines.readLine());
    }

    URI uri() {
        return URI.create(address);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** How it ended; waits for that a while. */
    int exitCode() throws InterruptedException {
        return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    /** Kills it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Hub hub = HubFixtures.started(arguments[0]);
        addHeavy(hub.registry());
        System.out.println(hub.sources().isEmpty() ? "empty" : "up");
        System.out.println(hub.config().gateways().isEmpty() ? "-" : hub.uri());
        new CountDownLatch(1).await();
    }

    /** Operations that take what memory there is. */
    private static void addHeavy(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("heavy.result").build(),
                (input, context) -> "x".repeat(3_000_000));
        addStream(registry, "heavy.stream", 1_000);
        addStream(registry, "heavy.stream10k", 10_000);
        addStream(registry, "heavy.stream100k", 100_000);
        registry.register(
                OperationSpec.mutation("heavy.exhaust").build(),
                (input, context) -> {
                    int size = 1 << 20;
                    for (List<byte[]> all = new ArrayList<>(); ; size += all.size()) {
                        all.add(new byte[size]);
                    }
                });
    }

    private static void addStream(OperationRegistry registry, String id, int size) {
        registry.register(
                OperationSpec.subscription(id).build(),
                (input, context, emitter) -> {
                    while (true) {
                        emitter.emit("x".repeat(size));
                    }
                });
    }
}
