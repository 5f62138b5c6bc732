package dev.alkdev.operations.scan;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

import javax.tools.SimpleJavaFileObject;

/** A Java source of any file system, as the compiler reads it. */
final class SourceText extends SimpleJavaFileObject {
    private final String file;
    private final Path path;
    private final String className;
    private final Consumer<String> used;

    /**
     * A source.
     *
     * @param className the class after which the file is named
     * @param used told when the compiler reads it
     */
    SourceText(String file, Path path, String className, Consumer<String> used) {
        super(uri(file), Kind.SOURCE);
        this.file = file;
        this.path = path;
        this.className = className;
        this.used = used;
    }

    private static URI uri(String file) {
        try {
            return new URI("folder", null, "/" + file, null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The path within the folder. */
    String file() {
        return file;
    }

    String className() {
        return className;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
        used.accept(file);
        return decode(FileState.read(path));
    }

    @Override
    public long getLastModified() {
        return 0;
    }

    /**
     * A text in UTF-8, without the mark some editors begin it with.
     *
     * @throws CharacterCodingException if it is in something else
     */
    static String decode(byte[] content) throws CharacterCodingException {
        String text =
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    static String place(long line, long column) {
        return "line " + line + ", column " + column;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceText text && text.file.equals(file);
    }

    @Override
    public int hashCode() {
        return file.hashCode();
    }
}
