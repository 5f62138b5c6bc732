package dev.alkdev.operations.console;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.RegisteredOperation;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.http.OperationListing;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.stream.Collectors;

/**
 * A call as the activity shows it. What is kept of it is small, whatever the call was. Threads
 * share it once it is published.
 */
final class RecordedCall implements CallObserver.Observation {
    private static final String RUNNING = "running";
    private static final int LONGEST = 200;
    private static final int LONGEST_MESSAGE = 400;

    private static final int MOST_POINTERS = 10;

    /** The weight of an input, in bytes, up to which it is kept. */
    private static final int MOST_INPUT = 8 * 1024;

    private final Activity activity;
    private final @Nullable AccessControl access;
    private final String operation;
    private final String source;
    private final boolean stream;
    private final boolean withInput;
    private final long startNanos;
    private String id = "";
    private String caller = "";
    private String gateway = "";
    private boolean identified;
    private @Nullable String parent;
    private @Nullable String message;
    private @Nullable String input;
    private long items;
    private volatile long sequence;
    private volatile long micros = -1;
    private volatile String outcome = RUNNING;
    private volatile boolean error;

    RecordedCall(Activity activity, ObservedCall observed, boolean withInput) {
        RegisteredOperation called = observed.operation().orElse(null);
        this.activity = activity;
        this.startNanos = observed.startNanos();
        this.withInput = withInput;
        this.stream = observed.isStream();
        this.access = called == null ? null : called.accessControl();
        this.operation =
                called == null ? shortened(observed.call().operationId(), LONGEST) : called.id();
        this.source =
                observed.origin()
                        .map(OperationBinding.Origin::name)
                        .orElse(OperationListing.NO_SOURCE);
    }

    /** Takes over what is shown of the call. */
    void describe(Call call) {
        id = shortened(call.requestId(), LONGEST);
        parent = call.parentRequestId().map(given -> shortened(given, LONGEST)).orElse(null);
        gateway = call.gateway().orElse("local");
        caller = call.caller().name();
        identified = call.caller() instanceof Caller.Authenticated;
        if (withInput && ByteBudget.weight(call.input()) <= MOST_INPUT) {
            input = call.input().toString();
        }
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    @Override
    public void item() {
        items++;
    }

    @Override
    public void ended(ObservedCall observed) {
        if (!stream) {
            describe(observed.call());
        }
        message =
                observed.failure()
                        .map(failure -> shortened(told(failure), LONGEST_MESSAGE))
                        .orElse(null);
        error = observed.isError();
        outcome = observed.outcome();
        micros = observed.nanos() / 1_000;
        activity.ended(this);
    }

    /** Without the values that do not fit, unless inputs are kept. */
    private String told(CallException failure) {
        JsonNode errors = failure.details().map(details -> details.path("errors")).orElse(null);
        if (withInput
                || errors == null
                || !errors.isArray()
                || !failure.code().equals(ErrorCode.VALIDATION_ERROR)) {
            return failure.getMessage();
        }
        return errors.valueStream()
                .map(error -> error.path("pointer").asString(""))
                .map(pointer -> pointer.isEmpty() ? "(root)" : pointer)
                .distinct()
                .limit(MOST_POINTERS)
                .collect(Collectors.joining(", ", "not valid: ", ""));
    }

    /** Its place among all that were published; the last one of a stream, which has two. */
    long sequence() {
        return sequence;
    }

    void placed(long place) {
        sequence = place;
    }

    /** Who may use what was called; null if there is no such operation. */
    @Nullable AccessControl access() {
        return access;
    }

    String operation() {
        return operation;
    }

    String source() {
        return source;
    }

    boolean isStream() {
        return stream;
    }

    boolean isError() {
        return error;
    }

    String id() {
        return id;
    }

    @Nullable String parent() {
        return parent;
    }

    String caller() {
        return caller;
    }

    String gateway() {
        return gateway;
    }

    String outcome() {
        return outcome;
    }

    long startMillis() {
        return activity.millis(startNanos);
    }

    /** How long it took, or takes so far. */
    long micros() {
        long known = micros;
        return known >= 0 ? known : (System.nanoTime() - startNanos) / 1_000;
    }

    long endedMillis() {
        return activity.millis(startNanos) + micros() / 1_000;
    }

    long items() {
        return items;
    }

    @Nullable String message() {
        return message;
    }

    /** As JSON; null if it is not to be kept, or too large. */
    @Nullable String input() {
        return input;
    }

    /** Whether somebody made it. */
    boolean isOf(Caller viewer) {
        return switch (viewer) {
            case Caller.Authenticated(Identity identity) ->
                    identified && identity.id().equals(caller);
            case Caller.Anonymous anonymous -> !identified;
            case Caller.Trusted trusted -> true;
        };
    }
}
