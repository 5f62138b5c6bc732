package dev.alkdev.operations.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of UTF-8 text and bounded size. */
final class TextFile {
    private TextFile() {}

    /**
     * The text of a file.
     *
     * @throws IllegalArgumentException saying what is wrong, as it goes on after the file's name
     */
    static String read(Path file, int mebibytes) {
        int most = mebibytes * 1024 * 1024;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IllegalArgumentException("is larger than " + mebibytes + " MiB");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("is not UTF-8 text", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read", e);
        }
    }
}
