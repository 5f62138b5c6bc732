package dev.alkdev.operations.hub;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Checks of the files that a config names. */
final class FileCheck {
    private FileCheck() {}

    /**
     * A file that exists and that whoever uses it can read.
     *
     * @throws IllegalArgumentException saying what is wrong, with the path as the config has it
     */
    static Path checked(Path path, Class<? extends Consumer<Path>> use, ConfigValue at) {
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
            use.getDeclaredConstructor().newInstance().accept(path);
            return path;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(use + " needs a constructor without arguments", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(told(e, path, at), e);
        }
    }

    /** The path may come from outside; what the config says about it is enough. */
    static String told(IllegalArgumentException e, Path path, ConfigValue at) {
        return String.valueOf(e.getMessage()).replace(path.toString(), at.shown());
    }
}
