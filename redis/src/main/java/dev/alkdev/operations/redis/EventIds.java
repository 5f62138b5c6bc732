package dev.alkdev.operations.redis;

import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Completed;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEvent.Failed;
import dev.alkdev.operations.protocol.CallEvent.Progressed;
import dev.alkdev.operations.protocol.CallEvent.Requested;
import dev.alkdev.operations.protocol.CallEvent.Responded;

/** Changes the request id of events: two participants may use the same id at the same time. */
final class EventIds {
    private EventIds() {}

    static CallEvent with(String id, CallEvent event) {
        if (event.requestId().equals(id)) {
            return event;
        }
        return switch (event) {
            case Requested request -> with(id, request);
            case Responded(var old, var output, var sequence) ->
                    new Responded(id, output, sequence);
            case Completed completed -> new Completed(id);
            case Failed(var old, var code, var message, var details, var retryable) ->
                    new Failed(id, code, message, details, retryable);
            case Progressed(var old, var progress) -> new Progressed(id, progress);
            case Aborted aborted -> new Aborted(id);
            case Credit(var old, int credits) -> new Credit(id, credits);
        };
    }

    private static Requested with(String id, Requested request) {
        return new Requested(
                request.call().toBuilder()
                        .requestId(id)
                        .to(request.operationId(), request.call().input()),
                request.stream(),
                request.timeLeft(),
                request.wantsProgress());
    }
}
