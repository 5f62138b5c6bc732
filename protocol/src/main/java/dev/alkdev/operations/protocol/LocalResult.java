package dev.alkdev.operations.protocol;

import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * A result of which all is read but the data.
 *
 * @param text the whole event, in UTF-8
 * @param begin where the data begins in the text
 * @param end where it ends
 * @param frame the event without its data
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never given away
record LocalResult(byte[] text, int begin, int end, Responded frame) {

    /** The event; null if that cannot be known without the whole text. */
    @Nullable Responded read() {
        JsonNode data = Json.parseUsual(text, begin, end);
        return data == null
                ? null
                : new Responded(frame.requestId(), frame.output().withData(data), frame.sequence());
    }
}
