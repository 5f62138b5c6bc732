package dev.alkdev.operations.redis;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.TestRedis;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A worker in a process of its own, which can be killed. It tells what it does on its output. */
final class WorkerProcess implements AutoCloseable {
    static final Duration EXPIRY = Duration.ofSeconds(2);

    private final Process process;
    private final List<String> output = new CopyOnWriteArrayList<>();

    private WorkerProcess(Process process) {
        this.process = process;
        Thread.startVirtualThread(this::read);
    }

    /** Starts a worker that answers with its name. */
    static WorkerProcess start(String prefix, String name) {
        return start(prefix, name, "able");
    }

    /** Starts a worker that answers nothing. */
    static WorkerProcess startStuck(String prefix) {
        return start(prefix, "stuck", "stuck");
    }

    private static WorkerProcess start(String prefix, String name, String kind) {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        ProcessBuilder command =
                new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        WorkerProcess.class.getName(),
                        TestRedis.url().toString(),
                        prefix,
                        name,
                        kind);
        try {
            return new WorkerProcess(
                    command.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(output::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException killed) {
            output.add("killed");
        }
    }

    /** What it has told so far, a line at a time. */
    List<String> output() {
        return output;
    }

    boolean isUp() {
        return output.contains("up");
    }

    /** Kills it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    /** Serves until it is killed: Redis URL, prefix, name, and "able" or "stuck". */
    public static void main(String[] arguments) throws InterruptedException {
        OperationRegistry registry = OperationRegistry.create();
        String name = arguments[2];
        boolean stuck = arguments[3].equals("stuck");
        OperationSpec put =
                OperationSpec.mutation("work.put")
                        .annotations(Json.parse("{\"idempotentHint\": true}"))
                        .build();
        List.of(
                        OperationSpec.query("work.read").build(),
                        OperationSpec.mutation("work.write").build(),
                        put)
                .forEach(
                        spec ->
                                registry.register(
                                        spec,
                                        (input, context) -> {
                                            System.out.println(spec.id() + " " + input);
                                            return answer(name, stuck);
                                        }));
        registry.register(
                OperationSpec.subscription("work.watch").build(),
                (input, context, emitter) -> {
                    System.out.println("work.watch " + input);
                    emitter.emit(JsonNodeFactory.instance.stringNode(name));
                    answer(name, true);
                });
        Peer.over(RedisLink.to(arguments[0]).prefix(arguments[1]).expiry(EXPIRY).build(), registry);
        System.out.println("up");
        new CountDownLatch(1).await();
    }

    private static JsonNode answer(String name, boolean stuck) throws InterruptedException {
        if (stuck) {
            new CountDownLatch(1).await();
        }
        return JsonNodeFactory.instance.stringNode(name);
    }
}
