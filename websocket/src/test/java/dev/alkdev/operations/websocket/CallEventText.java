package dev.alkdev.operations.websocket;

import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.schema.Json;

/** Events as they stand on the wire. */
final class CallEventText {
    private CallEventText() {}

    static String requested(String id, String operationId, String input) {
        return CallEventCodec.create()
                .write(CallEvent.Requested.of(id, operationId, Json.parse(input)));
    }
}
