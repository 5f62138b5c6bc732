package dev.alkdev.operations.audit;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.base.ByteBudget;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Writes one line of JSON for each call from outside: caller, operation, outcome, milliseconds. The
 * input only if asked for. Threads share it.
 *
 * <pre>{@code
 * AuditLog audit = AuditLog.of(Path.of("audit.jsonl"), false, ByteBudget.unlimited());
 * OperationRegistry registry = OperationRegistry.builder().observer(audit).build();
 * }</pre>
 */
public final class AuditLog implements CallObserver, AutoCloseable {
    private static final int MAX_ID = 200;

    /** The text of an input, twice while it grows, and the line as text and as bytes. */
    private static final int COPIES = 4;

    /** The weight of the largest input that is written: lines wait in memory for the disk. */
    private static final long MAX_INPUT = 4L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger("dev.alkdev.operations.audit");

    private final Clock clock = new Clock();
    private final Consumer<String> lines;
    private final ByteBudget budget;
    private volatile boolean inputs;

    /**
     * A log.
     *
     * @param lines takes each line
     * @param budget for inputs, of which several copies exist until they are written
     */
    public AuditLog(Consumer<String> lines, boolean inputs, ByteBudget budget) {
        this.lines = lines;
        this.inputs = inputs;
        this.budget = budget;
    }

    /**
     * To a file, of which all is written when this is closed, or to the logger {@code
     * dev.alkdev.operations.audit}.
     *
     * @param file null for the logger
     * @throws UncheckedIOException if the file cannot be written
     */
    public static AuditLog of(@Nullable Path file, boolean inputs, ByteBudget budget) {
        return new AuditLog(file == null ? LOG::info : new AuditFile(file), inputs, budget);
    }

    /** Whether lines go to a file, and may be lost. */
    public boolean hasFile() {
        return lines instanceof AuditFile;
    }

    /** How many lines could not be written. */
    public long lost() {
        return lines instanceof AuditFile file ? file.lost() : 0;
    }

    /** Whether the last lines could not be written. */
    public boolean isFailed() {
        return lines instanceof AuditFile file && file.isFailed();
    }

    /** Writes what waits. */
    @Override
    public void close() {
        if (lines instanceof AuditFile file) {
            file.close();
        }
    }

    /**
     * Writes a refused sign-in.
     *
     * @param count how often since the last line about this address
     */
    public void refused(String address, String reason, long count) {
        StringBuilder line = new StringBuilder(160);
        line.append("{\"at\":\"");
        clock.appendTo(line);
        line.append('"');
        add("address", shortened(address), line);
        add("outcome", "SIGN_IN_REFUSED", line);
        add("reason", shortened(reason), line);
        lines.accept(line.append(",\"count\":").append(count).append('}').toString());
    }

    /** Whether inputs of calls that begin from now on are written. */
    public void writeInputs(boolean inputs) {
        this.inputs = inputs;
    }

    @Override
    public CallObserver.Observation begin(ObservedCall observed) {
        return observed.call().isNested() ? outcome -> {} : new Entry(observed, inputs);
    }

    private final class Entry implements CallObserver.Observation {
        private final Call call;
        private final boolean withInput;
        private final @Nullable LongAdder items;

        Entry(ObservedCall observed, boolean withInput) {
            this.call = observed.call();
            this.items = observed.isStream() ? new LongAdder() : null;
            this.withInput = withInput;
        }

        @Override
        public void item() {
            if (items != null) {
                items.increment();
            }
        }

        @Override
        public void ended(ObservedCall observed) {
            // By hand, since a tree of it would cost as much as the whole call.
            StringBuilder line = new StringBuilder(256);
            line.append("{\"at\":\"");
            clock.appendTo(line);
            line.append('"');
            add("caller", shortened(call.caller().name()), line);
            add("operation", shortened(call.operationId()), line);
            add("outcome", shortened(observed.outcome()), line);
            line.append(",\"ms\":").append(observed.nanos() / 1_000_000);
            if (items != null) {
                line.append(",\"items\":").append(items.sum());
            }
            add("request", shortened(call.requestId()), line);
            // The request of the hub that passed the call on, so that the lines of both can be
            // joined.
            call.parentRequestId().ifPresent(id -> add("parent", shortened(id), line));
            if (withInput) {
                writeWithInput(line);
            } else {
                lines.accept(line.append('}').toString());
            }
        }

        /** The line, and what waits for the disk, are copies of the input. */
        private void writeWithInput(StringBuilder line) {
            long input = ByteBudget.weight(call.input());
            long weight = COPIES * input;
            if (input > MAX_INPUT || !budget.tryAcquire(weight)) {
                lines.accept(line.append(",\"inputOmitted\":true}").toString());
                return;
            }
            try {
                line.append(",\"input\":").append(call.input());
                lines.accept(line.append('}').toString());
            } finally {
                budget.release(weight);
            }
        }
    }

    private static void add(String name, String value, StringBuilder line) {
        line.append(",\"").append(name).append("\":\"");
        if (isPlain(value)) {
            line.append(value);
        } else {
            JsonStringEncoder.getInstance().quoteAsString(value, line);
        }
        line.append('"');
    }

    /** Whether it is itself in JSON, as nearly all names are. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next < ' ' || next > '~' || next == '"' || next == '\\') {
                return false;
            }
        }
        return true;
    }

    private static String shortened(String id) {
        return id.length() <= MAX_ID ? id : id.substring(0, MAX_ID) + "…";
    }

    /**
     * Writes the time as ISO 8601 has it, to the millisecond. Remembers how the second is written,
     * since many calls share it. Threads share it.
     */
    static final class Clock {
        private volatile Second last = new Second(Long.MIN_VALUE, "");

        private record Second(long number, String text) {
            static Second of(long number) {
                String whole = Instant.ofEpochSecond(number).toString();
                return new Second(number, whole.substring(0, whole.length() - 1));
            }
        }

        void appendTo(StringBuilder line) {
            append(System.currentTimeMillis(), line);
        }

        void append(long millis, StringBuilder line) {
            long number = Math.floorDiv(millis, 1_000L);
            Second second = last;
            if (second.number() != number) {
                second = Second.of(number);
                last = second;
            }
            long rest = Math.floorMod(millis, 1_000L);
            line.append(second.text()).append('.');
            line.append((char) ('0' + rest / 100));
            line.append((char) ('0' + rest / 10 % 10));
            line.append((char) ('0' + rest % 10)).append('Z');
        }
    }
}
