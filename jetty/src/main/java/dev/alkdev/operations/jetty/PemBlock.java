package dev.alkdev.operations.jetty;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One part of a PEM file: a label such as {@code CERTIFICATE}, and what it holds. */
record PemBlock(String label, String base64) {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
    private static final int LARGEST_FILE = 1024 * 1024;

    /**
     * All parts of a file.
     *
     * @throws IllegalArgumentException saying what is wrong with the file
     */
    static List<PemBlock> read(Path file) {
        Matcher matcher = BLOCK.matcher(text(file));
        List<PemBlock> blocks = new ArrayList<>();
        while (matcher.find()) {
            PemBlock block = new PemBlock(matcher.group(1), matcher.group(2));
            if (!block.isWhole()) {
                throw new IllegalArgumentException(
                        file + " is damaged: what it has as " + block.label() + " is not base64");
            }
            blocks.add(block);
        }
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException(
                    file + " is not a PEM file: it has no -----BEGIN …----- with its end");
        }
        return blocks;
    }

    private static String text(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new IllegalArgumentException("there is no file " + file);
            }
            if (Files.size(file) > LARGEST_FILE) {
                throw new IllegalArgumentException(file + " is larger than 1 MiB");
            }
            // PEM is ASCII; whatever stands between the parts may be anything.
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read", e);
        }
    }

    byte[] bytes() {
        return Base64.getMimeDecoder().decode(base64);
    }

    private boolean isWhole() {
        try {
            return bytes().length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Without what it holds, which may be a key. */
    @Override
    public String toString() {
        return "PemBlock[" + label + "]";
    }
}
