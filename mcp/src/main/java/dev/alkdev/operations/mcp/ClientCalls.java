package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs what a client asks for: it can be cancelled, reports progress, and asks the client. Threads
 * may share it.
 */
final class ClientCalls {
    static final String BROKEN_OFF = "the client cancelled the request";
    private static final String[] TRACE = {"traceparent", "tracestate", "baggage"};

    private final GatewayParts parts;
    private final Signer signer;
    private final OpenQuestions questions = new OpenQuestions();
    private final InFlight running = new InFlight();
    private final OpenElicitations elicitations = new OpenElicitations();

    ClientCalls(GatewayParts parts, Signer signer) {
        this.parts = parts;
        this.signer = signer;
    }

    OpenQuestions questions() {
        return questions;
    }

    InFlight running() {
        return running;
    }

    OpenElicitations elicitations() {
        return elicitations;
    }

    /** What ran, and whom it may have asked. */
    record Begun(CallBuilder call, Consumer<Progress> progress) {}

    /**
     * Runs an action for a request.
     *
     * @param target what the request is about, besides its arguments
     * @throws CallException as the action does, if not because the client must be asked
     */
    Answer run(ServerRequest request, String target, Function<Begun, Answer> action) {
        GatewayCaller caller = caller(request, target);
        Cancellation cancellation = Cancellation.create();
        Consumer<Progress> progress = progress(request, caller);
        CallBuilder call =
                request.channel()
                        .call(timeout(request))
                        .attach(McpCaller.KEY, caller)
                        .cancellation(cancellation)
                        .onProgress(progress);
        trace(request, call);
        Answer answer;
        try (Registration gone = request.channel().onGone(() -> cancellation.cancel(BROKEN_OFF));
                Registration flight =
                        running.add(request.client().session(), request.id(), cancellation)) {
            answer = attempt(action, new Begun(call, progress), caller);
        } catch (CallException failure) {
            if (cancellation.isCancelled()) {
                return new Answer.Nothing();
            }
            if (caller instanceof RoundTripCaller asking && isAsking(asking)) {
                return inputRequired(asking);
            }
            throw failure;
        }
        return cancellation.isCancelled() ? new Answer.Nothing() : finished(caller, answer);
    }

    /** Runs an action, and once more after the client has opened the URLs that it needs. */
    private static Answer attempt(
            Function<Begun, Answer> action, Begun begun, GatewayCaller caller) {
        try {
            return action.apply(begun);
        } catch (CallException failure) {
            if (!RequiredUrls.ask(failure, caller)) {
                throw failure;
            }
            return action.apply(begun);
        }
    }

    /** A proxied tool may turn the failure of a question into an error of its own. */
    private Answer finished(GatewayCaller caller, Answer answer) {
        return answer instanceof Answer.Result(JsonNode result)
                        && result.path("isError").asBoolean(false)
                        && caller instanceof RoundTripCaller asking
                        && isAsking(asking)
                ? inputRequired(asking)
                : answer;
    }

    private static boolean isAsking(RoundTripCaller asking) {
        if (!asking.missing().isEmpty()) {
            ObjectNode data = JsonNodeFactory.instance.objectNode();
            data.set("requiredCapabilities", asking.missing());
            throw new McpException(
                    McpErrorCode.MISSING_CLIENT_CAPABILITY,
                    "the request needs a client with the capabilities " + asking.missing(),
                    data);
        }
        return !asking.open().isEmpty();
    }

    private Answer inputRequired(RoundTripCaller asking) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("resultType", "input_required");
        ObjectNode requests = result.putObject("inputRequests");
        asking.open()
                .forEach(
                        (key, question) ->
                                requests.putObject(key)
                                        .put("method", question.method())
                                        .set("params", question.params()));
        String state = asking.state().next(asking.open(), signer, time(), McpOptions.ANSWER_TIME);
        result.put("requestState", state);
        return new Answer.Result(result);
    }

    private GatewayCaller caller(ServerRequest request, String target) {
        return request.isModern()
                ? new RoundTripCaller(
                        request, target, RequestState.of(request, target, signer, time()))
                : new LiveCaller(request, target, questions, elicitations);
    }

    private TimeSource time() {
        return parts.registry().time();
    }

    /** A person or a model that is asked while the call waits needs time. */
    private @Nullable Duration timeout(ServerRequest request) {
        JsonNode can = request.client().capabilities();
        boolean mayWait = !request.isModern() && (can.has("elicitation") || can.has("sampling"));
        return mayWait ? parts.limits().maxTimeout() : null;
    }

    private static Consumer<Progress> progress(ServerRequest request, GatewayCaller caller) {
        JsonNode token = request.meta(MetaKeys.PROGRESS_TOKEN);
        if (!token.isString() && !token.isIntegralNumber()) {
            return progress -> {};
        }
        return progress -> {
            ObjectNode more = progress.more();
            ObjectNode params =
                    more == null ? JsonNodeFactory.instance.objectNode() : more.deepCopy();
            params.set(MetaKeys.PROGRESS_TOKEN, token);
            number(params, "progress", progress.amount());
            Double total = progress.total();
            if (total != null) {
                number(params, "total", total);
            }
            if (progress.message() != null
                    && request.client().version().atLeast(McpVersion.V2025_03_26)) {
                params.put("message", progress.message());
            }
            caller.tell(new RpcMessage.Notification("notifications/progress", params));
        };
    }

    private static void number(ObjectNode params, String name, double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            params.put(name, (long) value);
        } else {
            params.put(name, value);
        }
    }

    private static void trace(ServerRequest request, CallBuilder call) {
        JsonNode meta = request.params().path("_meta");
        Map<String, JsonNode> trace = Map.of();
        for (String name : TRACE) {
            JsonNode value = meta.path(name);
            if (value.isString()) {
                trace = trace.isEmpty() ? new HashMap<>() : trace;
                trace.put(name, value);
            }
        }
        if (!trace.isEmpty()) {
            call.metadata(trace);
        }
    }
}
