package dev.alkdev.operations.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads regular files of bounded size. Pipes and devices are rejected, because reading them may
 * block for ever.
 */
public final class BoundedFile {
    private static final long KIBIBYTE = 1024;
    private static final long MEBIBYTE = 1024 * KIBIBYTE;

    private BoundedFile() {}

    /** Returns a size limit: a fraction of the heap, from 256 KiB up to {@code most} bytes. */
    public static int share(int fraction, long most) {
        long share = Math.max(256 * KIBIBYTE, Runtime.getRuntime().maxMemory() / fraction);
        return Math.toIntExact(Math.min(most, share));
    }

    /**
     * Returns the bytes of a file.
     *
     * @param most the maximum size in bytes
     * @throws IllegalArgumentException with a message to append to the name of the file
     */
    public static byte[] read(Path file, int most) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException("is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IllegalArgumentException("is larger than " + size(most));
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read", e);
        }
    }

    /**
     * Returns the UTF-8 text of a file, without a byte order mark.
     *
     * @param most the maximum size in bytes
     * @throws IllegalArgumentException with a message to append to the name of the file
     */
    public static String text(Path file, int most) {
        ByteBuffer bytes = ByteBuffer.wrap(read(file, most));
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("is not UTF-8 text", e);
        }
    }

    private static String size(int bytes) {
        return bytes < MEBIBYTE ? bytes / KIBIBYTE + " KiB" : bytes / MEBIBYTE + " MiB";
    }
}
