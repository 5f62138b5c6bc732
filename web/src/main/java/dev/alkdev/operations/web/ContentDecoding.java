package dev.alkdev.operations.web;

import dev.alkdev.operations.Headers;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Undoes {@code Content-Encoding}. */
final class ContentDecoding {
    private ContentDecoding() {}

    static InputStream decode(Headers headers, InputStream body) {
        String encodings = headers.value("content-encoding").orElse("");
        if (encodings.isEmpty()) {
            return body;
        }
        InputStream decoded = body;
        String[] applied = encodings.toLowerCase(Locale.ROOT).split(",", -1);
        for (int i = applied.length - 1; i >= 0; i--) {
            decoded =
                    switch (applied[i].trim()) {
                        case "gzip", "x-gzip" -> new Decoded(decoded, GZIPInputStream::new);
                        case "deflate" -> new Decoded(decoded, ContentDecoding::inflate);
                        case "identity", "" -> decoded;
                        default -> new Decoded(decoded, unknown(applied[i].trim()));
                    };
        }
        return decoded;
    }

    /** Deflate should be in a zlib wrapper, but some servers leave it out. */
    private static InputStream inflate(InputStream body) throws IOException {
        PushbackInputStream peeking = new PushbackInputStream(body, 1);
        int first = peeking.read();
        if (first < 0) {
            return peeking;
        }
        peeking.unread(first);
        boolean wrapped = (first & 0x0f) == 8;
        return new InflaterInputStream(peeking, new Inflater(!wrapped));
    }

    private static Decoder unknown(String encoding) {
        return body -> {
            throw new UnknownEncodingException(encoding);
        };
    }

    /** A body that only the server can read. */
    static final class UnknownEncodingException extends IOException {
        private static final long serialVersionUID = 1L;

        private UnknownEncodingException(String encoding) {
            super(
                    "the response is encoded as \""
                            + encoding.substring(0, Math.min(40, encoding.length()))
                            + "\", which is not supported");
        }
    }

    private interface Decoder {
        InputStream open(InputStream encoded) throws IOException;
    }

    /** Opens the decoder with the first read: an empty body has nothing to decode. */
    private static final class Decoded extends InputStream {
        private final PushbackInputStream encoded;
        private final Decoder decoder;
        private InputStream open = InputStream.nullInputStream();
        private boolean started;

        private Decoded(InputStream encoded, Decoder decoder) {
            this.encoded = new PushbackInputStream(encoded, 1);
            this.decoder = decoder;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            int count = read(one, 0, 1);
            return count < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (!started) {
                started = true;
                int first = encoded.read();
                if (first >= 0) {
                    encoded.unread(first);
                    open = decoder.open(new FilterInputStream(encoded) {});
                }
            }
            return open.read(target, offset, length);
        }

        @Override
        public void close() throws IOException {
            encoded.close();
        }
    }
}
