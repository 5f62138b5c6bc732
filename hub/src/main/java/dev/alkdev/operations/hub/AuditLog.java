package dev.alkdev.operations.hub;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObservation;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.IncomingCall;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.io.JsonStringEncoder;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Writes one line of JSON for each call that comes from outside: who, what, outcome, milliseconds.
 * The input only if asked for. Threads share it.
 */
final class AuditLog implements CallObserver {
    private static final int MAX_ID = 200;

    private final AuditClock clock = new AuditClock();
    private final Consumer<String> lines;
    private volatile boolean inputs;

    AuditLog(Consumer<String> lines, boolean inputs) {
        this.lines = lines;
        this.inputs = inputs;
    }

    void writeInputs(boolean inputs) {
        this.inputs = inputs;
    }

    @Override
    public CallObservation begin(IncomingCall call) {
        return call.isNested() ? failure -> {} : new Entry(call, inputs);
    }

    private final class Entry implements CallObservation {
        private final IncomingCall call;
        private final boolean withInput;
        private final long start = System.nanoTime();
        private final LongAdder items = new LongAdder();

        Entry(IncomingCall call, boolean withInput) {
            this.call = call;
            this.withInput = withInput;
        }

        @Override
        public void item() {
            items.increment();
        }

        @Override
        public void ended(@Nullable CallException failure) {
            // By hand, since a tree of it would cost as much as the whole call.
            StringBuilder line = new StringBuilder(256);
            line.append("{\"at\":\"");
            clock.appendTo(line);
            line.append('"');
            add("caller", name(call.caller()), line);
            add("operation", shortened(call.operationId()), line);
            add("outcome", call.outcome(failure), line);
            line.append(",\"ms\":").append((System.nanoTime() - start) / 1_000_000);
            if (call.isStream()) {
                line.append(",\"items\":").append(items.sum());
            }
            call.requestId().ifPresent(id -> add("request", shortened(id), line));
            // The request of the hub that passed the call on, so that the lines of both can be
            // joined.
            call.parentRequestId().ifPresent(id -> add("parent", shortened(id), line));
            if (withInput) {
                line.append(",\"input\":").append(call.input());
            }
            lines.accept(line.append('}').toString());
        }

        private static void add(String name, String value, StringBuilder line) {
            line.append(",\"").append(name).append("\":\"");
            JsonStringEncoder.getInstance().quoteAsString(value, line);
            line.append('"');
        }
    }

    private static String shortened(String id) {
        return id.length() <= MAX_ID ? id : id.substring(0, MAX_ID) + "…";
    }

    private static String name(Caller caller) {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> identity.id();
            case Caller.Anonymous anonymous -> "anonymous";
            case Caller.Trusted trusted -> "trusted";
        };
    }
}
