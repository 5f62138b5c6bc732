package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that is a process: one message a line on its standard input and output. Lines that are
 * no messages are skipped and counted. Reading and writing have threads of the platform, since they
 * block for as long as the process likes.
 */
final class StdioWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(StdioWire.class);
    private static final int MOST_WAITING = 1_024;
    private static final Pattern ID_FIRST =
            Pattern.compile(
                    "^\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2.0\"\\s*,\\s*)?\"id\"\\s*:\\s*(\\d{1,18})\\b");
    private static final Pattern ID_LAST = Pattern.compile("\"id\"\\s*:\\s*(\\d{1,18})\\s*}\\s*$");
    private static final int MOST_SHOWN = 200;
    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final byte[] END = new byte[0];
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG");

    private final String name;
    private final Receiver receiver;
    private final ProcessTree tree;
    private final ErrorOutput errors;
    private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong looked = new AtomicLong(System.nanoTime());
    private final AtomicBoolean lost = new AtomicBoolean();
    private volatile boolean heard;
    private volatile boolean closed;

    private StdioWire(String name, Process process, Receiver receiver) {
        this.name = name;
        this.receiver = receiver;
        this.tree = new ProcessTree(process);
        this.errors = new ErrorOutput(name);
    }

    /**
     * Starts the process.
     *
     * @throws CallException {@code UNAVAILABLE} if it cannot be started
     */
    static StdioWire start(McpTarget.Command command, Receiver receiver) {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command().add(command.command());
        builder.command().addAll(command.arguments());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(INHERITED);
        environment.putAll(command.env());
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
        StdioWire wire = new StdioWire(command.command(), process, receiver);
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
                JsonNode message = lines.isCut() ? tooLong(lines) : parse(lines.bytes());
                if (message != null) {
                    receive(message);
                }
            }
        } catch (IOException e) {
            LOG.debug("The output of {} ended", name, e);
        }
        ended();
    }

    /** Servers put the id at the beginning or at the end; nobody should wait for what is lost. */
    private @Nullable JsonNode tooLong(LineReader lines) {
        byte[] line = lines.bytes();
        String begin = new String(line, 0, Math.min(line.length, 100), StandardCharsets.ISO_8859_1);
        Matcher first = ID_FIRST.matcher(begin);
        Matcher last = ID_LAST.matcher(lines.lastBytes());
        String id = first.find() ? first.group(1) : last.find() ? last.group(1) : null;
        LOG.warn(
                "The MCP server {} has sent more than {} bytes at once, which are dropped",
                name,
                LONGEST_MESSAGE);
        return id == null
                ? null
                : new RpcMessage.Failure(
                                LongNode.valueOf(Long.parseLong(id)),
                                McpErrorCode.INTERNAL_ERROR,
                                "the answer has more than " + LONGEST_MESSAGE + " bytes",
                                null)
                        .toJson();
    }

    private @Nullable JsonNode parse(byte[] line) {
        try {
            JsonNode json = line.length == 0 ? null : Json.parse(line);
            if (json != null && json.isContainer()) {
                return json;
            }
        } catch (IllegalArgumentException e) {
            LOG.trace("A line of {} is not JSON", name, e);
        }
        if (line.length > 0 && skipped.incrementAndGet() == 1) {
            LOG.info(
                    "The MCP server {} writes text to its standard output, where only messages"
                            + " belong; it is skipped. It begins with: {}",
                    name,
                    new String(line, 0, Math.min(line.length, MOST_SHOWN), StandardCharsets.UTF_8)
                            .strip());
        }
        return null;
    }

    /** Servers of 2025-03-26 may send several at once. */
    private void receive(JsonNode message) {
        if (message.isArray()) {
            message.forEach(this::receive);
            return;
        }
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
            outgoing.clear();
            outgoing.offer(END);
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
            while (line.length > 0) {
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
    public Registration send(PendingRequest request) throws InterruptedException {
        tell(request.request());
        look();
        return () -> {};
    }

    @Override
    public void tell(RpcMessage message) throws InterruptedException {
        if (closed || lost.get()) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the MCP server has ended");
        }
        outgoing.put((message.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
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
        outgoing.clear();
        outgoing.offer(END);
        tree.end();
    }
}
