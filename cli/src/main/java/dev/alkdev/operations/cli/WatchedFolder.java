package dev.alkdev.operations.cli;

import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.ScanSourceConfig;
import dev.alkdev.operations.hub.SourceConfig;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder of the command line that a hub watches. Immutable. */
record WatchedFolder(Path folder) {
    static WatchedFolder of(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw CommandFailure.noFile(
                    "there is no folder " + folder,
                    "operations new " + folder.resolve("hello") + " makes it, with a first file.");
        }
        return new WatchedFolder(folder);
    }

    /** The config with the folder as a source of its own. */
    HubConfig addTo(HubConfig config) {
        List<SourceConfig> sources = new ArrayList<>(config.sources());
        List<String> taken = sources.stream().map(SourceConfig::name).toList();
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String wanted = last == null ? "" : last.toString().replaceAll("[^A-Za-z0-9_.-]", "-");
        String name = wanted.isEmpty() ? "folder" : wanted;
        for (int i = 2; taken.contains(name); i++) {
            name = wanted + "-" + i;
        }
        sources.add(ScanSourceConfig.watching(name, folder));
        return config.toBuilder().sources(sources).build();
    }
}
