package dev.alkdev.operations.hub;

import java.nio.file.Path;

/** A config that was read but not checked yet. For one thread. */
record ConfigFile(ConfigTree tree, Path folder, Problems problems) {
    ConfigValue root() {
        return new ConfigValue(tree.root(), "", this);
    }
}
