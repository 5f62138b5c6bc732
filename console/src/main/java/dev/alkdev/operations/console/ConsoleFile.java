package dev.alkdev.operations.console;

import java.util.EnumMap;
import java.util.Map;

/** One file of the page in the encodings it was built in. Immutable; threads may share it. */
final class ConsoleFile {
    private final String type;
    private final String tag;
    private final Map<Encoding, byte[]> bodies;

    /**
     * @param tag differs if the content does
     * @param bodies at least the one that is not encoded
     */
    ConsoleFile(String type, String tag, Map<Encoding, byte[]> bodies) {
        this.type = type;
        this.tag = tag;
        this.bodies = new EnumMap<>(bodies);
    }

    String type() {
        return type;
    }

    /** The best encoding that the client takes and the file has. */
    Encoding best(String acceptEncoding) {
        for (Encoding encoding : Encoding.values()) {
            if (bodies.containsKey(encoding) && encoding.isIn(acceptEncoding)) {
                return encoding;
            }
        }
        return Encoding.IDENTITY;
    }

    byte[] body(Encoding encoding) {
        byte[] body = bodies.get(encoding);
        if (body == null) {
            throw new IllegalArgumentException("not encoded as " + encoding);
        }
        return body;
    }

    String tag(Encoding encoding) {
        return '"' + tag + encoding.suffix() + '"';
    }
}
