package dev.alkdev.operations.metrics;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.ObservedCall;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.RegisteredOperation;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.HashMap;
import java.util.Map;

/**
 * Makes a span of every call, under the trace that its metadata ({@code traceparent}) names or that
 * its thread is in, and names the span in the metadata, for whatever the handler calls. Threads
 * share it.
 */
public final class CallTracing implements CallObserver {
    private static final String UNKNOWN = "unknown operation";

    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final String own;

    /**
     * Makes spans.
     *
     * @param own the source of operations that come from none
     */
    public CallTracing(OpenTelemetry telemetry, String own) {
        this.own = own;
        this.tracer = telemetry.getTracer("dev.alkdev.operations");
        this.propagator = telemetry.getPropagators().getTextMapPropagator();
    }

    @Override
    public CallObserver.Observation begin(ObservedCall call) {
        String id = call.operation().map(RegisteredOperation::id).orElse(UNKNOWN);
        Context parent = parent(call.call());
        SpanBuilder span =
                tracer.spanBuilder(id)
                        .setSpanKind(call.call().isNested() ? SpanKind.INTERNAL : SpanKind.SERVER)
                        .setParent(parent)
                        .setAttribute("operation.id", id)
                        .setAttribute(
                                "operation.source",
                                call.origin().map(OperationBinding.Origin::name).orElse(own));
        call.operation()
                .ifPresent(found -> span.setAttribute("operation.type", found.type().wireName()));
        if (call.call().caller() instanceof Caller.Authenticated(Identity identity)) {
            span.setAttribute("enduser.id", identity.id());
        }
        Span started = span.startSpan();
        Map<String, JsonNode> trace = new HashMap<>();
        propagator.inject(parent.with(started), trace, CallTracing::set);
        call.addMetadata(trace);
        Traced traced = new Traced(started);
        call.onRunning(traced::enter);
        return traced;
    }

    private static void set(@Nullable Map<String, JsonNode> metadata, String key, String value) {
        if (metadata != null) {
            metadata.put(key, StringNode.valueOf(value));
        }
    }

    /** A nested call runs in the span of its parent, which its thread is in. */
    private Context parent(Call call) {
        Context here = Context.current();
        boolean within = Span.fromContext(here).getSpanContext().isValid();
        return within && call.isNested()
                ? here
                : propagator.extract(here, call.metadata(), MetadataGetter.INSTANCE);
    }

    /** A span, current while the handler runs. */
    private static final class Traced implements CallObserver.Observation {
        private final Span span;
        private @Nullable Scope scope;
        private long items;

        Traced(Span span) {
            this.span = span;
        }

        /** Closed in {@link #ended}, which runs on the same thread. */
        @SuppressWarnings("MustBeClosedChecker")
        void enter() {
            scope = span.makeCurrent();
        }

        @Override
        public void item() {
            items++;
        }

        @Override
        public void ended(ObservedCall call) {
            if (scope != null) {
                scope.close();
            }
            if (items > 0) {
                span.setAttribute("operation.items", items);
            }
            if (call.isError()) {
                span.setAttribute("error.type", call.outcome());
                span.setStatus(
                        StatusCode.ERROR, call.failure().map(CallException::getMessage).orElse(""));
            }
            span.end();
        }
    }

    /** Reads trace headers out of a call's metadata. */
    private enum MetadataGetter implements TextMapGetter<Map<String, JsonNode>> {
        INSTANCE;

        @Override
        public @Nullable String get(@Nullable Map<String, JsonNode> metadata, String key) {
            JsonNode value = metadata == null ? null : metadata.get(key);
            return value != null && value.isString() ? value.asString() : null;
        }
    }
}
