package dev.alkdev.operations.protocol;

import dev.alkdev.operations.LocalMeta;
import dev.alkdev.operations.protocol.CallEvent.Responded;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the result of a local operation, or one item of its stream, as {@link LocalResultReader}
 * reads it: only its data needs a generator, what stands before and behind it is always the same.
 */
final class LocalResultWriter {
    private static final int USUAL_SIZE = 1_024;

    private final ByteArrayOutputStream utf8 = new ByteArrayOutputStream(USUAL_SIZE);

    private LocalResultWriter() {}

    /** The event in UTF-8; null if it is anything but such a result, or needs escapes. */
    static byte @Nullable [] write(Responded result) {
        return result.output().meta() instanceof LocalMeta meta
                        && isPlain(result.requestId())
                        && isPlain(meta.operationId())
                        && (meta.eventId() == null || isPlain(meta.eventId()))
                ? new LocalResultWriter().write(result, meta)
                : null;
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next < ' ' || next > '~' || next == '"' || next == '\\') {
                return false;
            }
        }
        return true;
    }

    private byte[] write(Responded result, LocalMeta meta) {
        add(LocalResultReader.HEAD, result.requestId());
        add(LocalResultReader.PAYLOAD, result.requestId());
        utf8.writeBytes(LocalResultReader.DATA);
        add(result.output().data());
        add(LocalResultReader.META, meta.operationId());
        add(LocalResultReader.TIMESTAMP, Long.toString(meta.timestamp()));
        if (meta.eventId() != null) {
            add(LocalResultReader.EVENT_ID, meta.eventId());
            utf8.writeBytes(LocalResultReader.END_OF_TEXT);
        }
        utf8.writeBytes(LocalResultReader.END_OF_OUTPUT);
        if (result.sequence() != null) {
            add(LocalResultReader.SEQUENCE, Long.toString(result.sequence()));
        }
        utf8.writeBytes(LocalResultReader.END);
        return utf8.toByteArray();
    }

    private void add(byte[] before, String ascii) {
        utf8.writeBytes(before);
        utf8.writeBytes(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private void add(JsonNode data) {
        CallEventWriter.checkFinite("data", data);
        try (JsonGenerator json = Json.mapper().createGenerator(utf8)) {
            json.writeTree(data);
        }
    }
}
