package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;

/** How calls are written down, one line each. Immutable; threads may share it. */
@Form(title = "an object with inputs or file")
public record AuditConfig(
        @Key("Writes the inputs of calls, too.") boolean inputs,
        @Key(
                        value =
                                "The file to append to. Lines are there within 20 ms, and all of"
                                        + " them when the hub has stopped.",
                        unless = "the log",
                        restart = true)
                @Form(title = "the path of a file", example = "audit.jsonl")
                @Nullable Path file)
        implements Checked {

    @Override
    public void check(ConfigValue here) {
        ConfigValue shown = here.get("file");
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            shown.refuse("file should be a file to append to, but is a folder");
        } else if (folder == null || !Files.isDirectory(folder)) {
            shown.refuse("there is no folder for the file " + shown.shown());
        }
    }
}
