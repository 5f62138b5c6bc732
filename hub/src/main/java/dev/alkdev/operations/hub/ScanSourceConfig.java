package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.scan.OperationScanner;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Java code that is found: in the files of a folder, or on the class path. Immutable; threads may
 * share it.
 *
 * @param folder null if it has packages
 */
@Kind(value = "scan", text = "Java sources, jars and specs in a folder, or annotated classes")
public record ScanSourceConfig(
        @Key("What the source is called in listings and logs; each name once.") @Form(Text.NAME)
                String name,
        @Flat SourceRulesConfig rules,
        @Key(
                        value =
                                "The folder whose `*.java`, `*.jar`, `*.operation.json` and"
                                    + " `*.operation.yaml` are read. Their code runs in the hub:"
                                    + " whoever can write to the folder can do what the hub can.",
                        unless = "`packages`")
                @Form(title = "the path of a folder", example = "ops")
                @Nullable Path folder,
        @Key("Packages of the class path whose classes with `@Operations` are brought in.")
                @Form(example = "['com.acme']", unique = true)
                List<
                                @Form(
                                        title = "the name of a package",
                                        pattern = "^[A-Za-z_][A-Za-z0-9_.]*$",
                                        example = "com.acme")
                                String>
                        packages,
        @Key("Whether files of the folder are read again when they change.") boolean watch,
        @Key(
                        "Whether the operations compute for long. Their handlers then run on a few"
                                + " threads of the operating system, so that other calls and health"
                                + " checks go on meanwhile.")
                boolean compute)
        implements SourceConfig, Checked {

    public ScanSourceConfig {
        packages = List.copyOf(packages);
    }

    /** A folder that is watched. */
    public static ScanSourceConfig watching(String name, Path folder) {
        return StandardKinds.RECORDS.make(
                ScanSourceConfig.class, Map.of("name", name, "folder", folder, "watch", true));
    }

    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> scanner().source(name));
    }

    private OperationScanner scanner() {
        if (folder == null) {
            return OperationScanner.packages(packages.toArray(String[]::new));
        }
        OperationScanner files = OperationScanner.folder(folder);
        return watch ? files.watch() : files;
    }

    @Override
    public @Nullable String address() {
        return folder == null ? String.join(", ", packages) : folder.toString();
    }

    @Override
    public List<Path> files() {
        return watch ? List.of() : scanner().files();
    }

    @Override
    public boolean changesByItself() {
        return watch;
    }

    @Override
    public boolean keepsNamespaces() {
        return true;
    }

    @Override
    public void check(ConfigValue here) {
        if ((folder == null) == packages.isEmpty()) {
            (folder == null ? here : here.get("packages"))
                    .refuse("a scan has either a 'folder' or 'packages'");
        }
        if (folder == null && watch) {
            here.get("watch").refuseKey("'watch' is for a folder");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            here.get("folder").refuse("there is no folder " + here.get("folder").shown());
        }
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
