package dev.alkdev.operations.hub;

import java.nio.file.Files;
import java.nio.file.Path;

/** What a path in the config has to be. */
public enum FileKind {
    /** It need not exist. */
    NONE,
    ANY,
    CERTIFICATES,
    KEY;

    /**
     * A file that exists and that whoever uses it can read.
     *
     * @throws IllegalArgumentException saying what is wrong, with the path as the config has it
     */
    Path checked(Path path, ConfigValue at) {
        if (this == NONE) {
            return path;
        }
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no file " + at.shown());
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException(
                    at.name() + " should be a file, but " + at.shown() + " is none");
        }
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException("the file " + at.shown() + " may not be read");
        }
        try {
            use(path);
            return path;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(told(e, path, at), e);
        }
    }

    private void use(Path path) {
        switch (this) {
            case CERTIFICATES -> PemTls.certificates(path);
            case KEY -> PemTls.privateKey(path);
            case NONE, ANY -> {}
        }
    }

    /** The path may come from outside; what the config says about it is enough. */
    static String told(IllegalArgumentException e, Path path, ConfigValue at) {
        return String.valueOf(e.getMessage()).replace(path.toString(), at.shown());
    }
}
