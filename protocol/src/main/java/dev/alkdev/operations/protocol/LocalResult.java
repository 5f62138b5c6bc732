package dev.alkdev.operations.protocol;

import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
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
    /** The data stands three objects deep, which count for the depth that is allowed. */
    private static final int DEPTH_OF_DATA = 3;

    private static final JsonFactory FACTORY = factory();

    private static JsonFactory factory() {
        JsonFactory ofAll = Json.mapper().tokenStreamFactory();
        StreamReadConstraints limits = ofAll.streamReadConstraints();
        int depth = limits.getMaxNestingDepth() - DEPTH_OF_DATA;
        return ofAll.rebuild()
                .streamReadConstraints(limits.rebuild().maxNestingDepth(depth).build())
                .build();
    }

    /** The event; null if what stands for the data is not one JSON value, but none or more. */
    @Nullable Responded read() {
        JsonNode data = data();
        return data == null
                ? null
                : new Responded(frame.requestId(), frame.output().withData(data), frame.sequence());
    }

    private @Nullable JsonNode data() {
        if (!startsInUtf8()) {
            return null;
        }
        try (JsonParser parser =
                FACTORY.createParser(ObjectReadContext.empty(), text, begin, end - begin)) {
            JsonNode data = Json.read(() -> Json.mapper().readTree(parser));
            return parser.nextToken() == null ? data : null;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** Whether the parser cannot take the data for UTF-16 or UTF-32, or skip a mark before it. */
    private boolean startsInUtf8() {
        for (int i = begin; i < Math.min(end, begin + 4); i++) {
            if (text[i] == 0) {
                return false;
            }
        }
        return text[begin] > 0;
    }
}
