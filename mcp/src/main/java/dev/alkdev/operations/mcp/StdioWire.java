package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server that is a process: one message a line on its standard input and output. Lines that are
 * no messages are skipped and counted. Reading and writing have threads of the platform, since they
 * block for as long as the process likes.
 */
final class StdioWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(StdioWire.class);
    private static final LogCounter TOO_LONG = new LogCounter();
    private static final int MOST_SHOWN = 200;
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG");

    private final String name;
    private final Receiver receiver;
    private final ProcessTree tree;
    private final ErrorOutput errors;
    private final OutgoingLines outgoing = new OutgoingLines(ServerMemory.UNREAD_INPUT);
    private final Duration patience;
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong looked = new AtomicLong(System.nanoTime());
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile boolean heard;
    private volatile boolean closed;

    private StdioWire(String name, ProcessTree tree, Receiver receiver, Duration patience) {
        this.name = name;
        this.patience = patience;
        this.receiver = receiver;
        this.tree = tree;
        this.errors = new ErrorOutput(name);
    }

    /**
     * Starts the process.
     *
     * @param patience how long the process may leave its input unread
     * @throws CallException {@code UNAVAILABLE} if it cannot be started
     */
    static StdioWire start(McpTarget.Command command, Receiver receiver, Duration patience) {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command().add(command.command());
        builder.command().addAll(command.arguments());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(INHERITED);
        environment.putAll(command.env());
        ProcessMark mark = ProcessMark.create();
        environment.put(ProcessMark.NAME, mark.value());
        if (command.cwd() != null) {
            builder.directory(command.cwd().toFile());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            CallException failure =
                    new CallException(
                            ErrorCode.UNAVAILABLE,
                            "the MCP server cannot be started: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
        StdioWire wire =
                new StdioWire(
                        command.command(), new ProcessTree(process, mark), receiver, patience);
        wire.run("errors", () -> wire.errors.drain(process.getErrorStream()));
        wire.run("input", wire::write);
        Thread reader = wire.run("output", wire::read);
        // A child that lives on may keep the output open for ever.
        var unused =
                process.onExit()
                        .thenRun(() -> Thread.startVirtualThread(() -> wire.exited(reader)));
        return wire;
    }

    private Thread run(String what, Runnable task) {
        return Thread.ofPlatform().daemon().name("operations-mcp " + name + " " + what).start(task);
    }

    /** What the process wrote before it ended is read first. */
    private void exited(Thread reader) {
        try {
            if (!reader.join(LAST_WORDS)) {
                ended();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        LineReader lines = new LineReader(tree.process().getInputStream(), LONGEST_MESSAGE);
        try {
            while (lines.next()) {
                heard = true;
                if (lines.isCut()) {
                    tooLong(lines);
                } else {
                    receive(lines.bytes());
                }
            }
        } catch (IOException e) {
            LOG.debug("The output of {} ended", name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended();
    }

    private void tooLong(LineReader lines) {
        long times = TOO_LONG.due(name);
        if (times > 0) {
            LOG.warn(
                    "The MCP server {} has sent more than {} bytes at once, which are dropped"
                            + " ({} times so far)",
                    name,
                    LONGEST_MESSAGE,
                    times);
        }
        String reason = "the answer has more than " + LONGEST_MESSAGE + " bytes";
        fail(IncomingMessages.failure(lines.bytes(), lines.lastBytes(), reason));
    }

    private void receive(byte[] line) throws InterruptedException {
        if (line.length == 0) {
            return;
        }
        try {
            IncomingMessages.handle(line, this::receive);
        } catch (IllegalArgumentException | CallException e) {
            LOG.trace("A line of {} is not a message", name, e);
            String reason = "the response is unusable: " + e.getMessage();
            JsonNode failure = IncomingMessages.failure(line, reason);
            if (failure == null) {
                skip(line);
            } else {
                fail(failure);
            }
        }
    }

    private void skip(byte[] line) {
        if (skipped.incrementAndGet() == 1) {
            LOG.info(
                    "The MCP server {} writes text to its standard output, where only messages"
                            + " belong; it is skipped. It begins with: {}",
                    name,
                    new String(line, 0, Math.min(line.length, MOST_SHOWN), StandardCharsets.UTF_8)
                            .strip());
        }
    }

    /** Fails the request that an unreadable message is for, if that is known. */
    private void fail(@Nullable JsonNode failure) {
        if (failure != null) {
            receive(failure);
        }
    }

    private void receive(JsonNode message) {
        try {
            receiver.received(message, null);
        } catch (RuntimeException e) {
            LOG.warn("A message of the MCP server {} could not be handled", name, e);
        }
    }

    /** The process ends, or has closed its output, which is treated alike. */
    private void ended() {
        String reason = "the MCP server has ended";
        try {
            if (tree.process().waitFor(1, TimeUnit.SECONDS)) {
                reason = "the MCP server has ended with exit code " + tree.process().exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lose(reason);
    }

    private void lose(String reason) {
        if (lost.compareAndSet(false, true)) {
            String output = errors.shown();
            outgoing.close();
            receiver.lost(output == null ? reason : reason + ERROR_OUTPUT + output);
            if (!closed) {
                // What it started may live on, and so may the process itself.
                tree.end();
            }
        }
    }

    private void write() {
        try (OutputStream out = tree.process().getOutputStream()) {
            byte[] line = outgoing.take();
            while (line != null) {
                out.write(line);
                if (outgoing.isEmpty()) {
                    out.flush();
                }
                line = outgoing.take();
            }
        } catch (IOException e) {
            LOG.debug("The input of {} is closed", name, e);
            lose("the MCP server has closed its input");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public PendingRequest.Exchange send(PendingRequest request) throws InterruptedException {
        byte[] text = text(request.request());
        checkReading();
        OutgoingLines.Line line = outgoing.put(text, () -> request.isDone() || isStuck());
        if (line == null && !request.isDone()) {
            checkReading();
            throw gone();
        }
        look();
        return () -> line != null && !line.withdraw();
    }

    /** Notifications are dropped if there is no room: their sender never waits. */
    @Override
    public void tell(RpcMessage message) throws InterruptedException {
        byte[] text = text(message);
        checkReading();
        if (message instanceof RpcMessage.Notification) {
            outgoing.offer(text);
        } else if (outgoing.put(text, this::isStuck) == null) {
            checkReading();
            throw gone();
        }
    }

    private byte[] text(RpcMessage message) {
        if (closed || lost.get()) {
            throw gone();
        }
        return line(Json.write(message.toJson()));
    }

    private static byte[] line(byte[] json) {
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    private static CallException gone() {
        return new CallException(ErrorCode.UNAVAILABLE, "the MCP server has ended");
    }

    private boolean isStuck() {
        return outgoing.isStuck(patience);
    }

    /** A process that reads nothing for long is lost, and may be started again. */
    private void checkReading() {
        if (isStuck()) {
            String reason =
                    "the MCP server has not read its input for " + patience.toSeconds() + " s";
            Thread.ofVirtual().name("operations-mcp stuck").start(() -> lose(reason));
            throw new CallException(ErrorCode.UNAVAILABLE, reason);
        }
    }

    /** A server may start others at any call; they are to be found if it dies. */
    private void look() {
        long now = System.nanoTime();
        long last = looked.get();
        if (now - last > LOOK_NANOS && looked.compareAndSet(last, now)) {
            Thread.ofVirtual().name("operations-mcp children").start(tree::look);
        }
    }

    @Override
    public void agreed(McpVersion version) {
        tree.look();
    }

    /** Whether the process has written anything so far. */
    boolean isHeard() {
        return heard || errors.any();
    }

    @Override
    public @Nullable String remark() {
        long lines = skipped.get();
        return lines == 0
                ? null
                : lines == 1
                        ? "1 line of its standard output was not a message"
                        : lines + " lines of its standard output were not messages";
    }

    @Override
    public @Nullable String errors() {
        return errors.shown();
    }

    /** The last lines of the error output. */
    List<String> errorOutput() {
        return errors.tail();
    }

    /** Ends the process and all it has started. */
    @Override
    public void close() {
        closed = true;
        outgoing.close();
        tree.end();
    }
}
