package dev.alkdev.operations.hub;

import org.jspecify.annotations.Nullable;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A config that was read but not checked yet. For one thread. */
record ConfigFile(ConfigTree tree, Path folder, Problems problems) {

    ConfigValue root() {
        return new ConfigValue(tree.root(), "", this);
    }

    /** A path, seen from the folder of the file; null if a text is none. */
    @Nullable Path resolve(String text) {
        try {
            return folder.resolve(text).normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
