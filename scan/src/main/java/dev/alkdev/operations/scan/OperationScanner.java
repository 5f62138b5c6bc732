package dev.alkdev.operations.scan;

import dev.alkdev.operations.code.Operations;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Finds operations: classes with {@link Operations} on the class path, or Java sources, jars and
 * specs in a folder. Immutable; threads may share it.
 *
 * <pre>{@code
 * registry.registerAll(OperationScanner.packages("com.acme").scan().bindings());
 *
 * try (ScanSource source = OperationScanner.folder(Path.of("ops")).watch().source()) {
 *     source.start(registry);
 * }
 * }</pre>
 *
 * <p>A scan runs code: constructors and static initializers of what it finds. Scan nothing that
 * somebody else may write to.
 */
public final class OperationScanner {
    private static final Logger LOG = LoggerFactory.getLogger(OperationScanner.class);
    private static final Duration OFTEN = Duration.ofMillis(500);

    private final Function<ScanOptions, Scan> opening;
    private final String name;
    private final ScanOptions options;
    private final @Nullable Duration interval;

    private OperationScanner(
            Function<ScanOptions, Scan> opening,
            String name,
            ScanOptions options,
            @Nullable Duration interval) {
        this.opening = opening;
        this.name = name;
        this.options = options;
        this.interval = interval;
    }

    /** Finds annotated classes on the class path, in these packages and those below. */
    public static OperationScanner packages(String... names) {
        List<String> packages = List.of(names);
        if (packages.isEmpty()) {
            throw new IllegalArgumentException("name at least one package, as in com.acme");
        }
        return new OperationScanner(
                options -> new PackageScan(packages, options),
                packages.getFirst(),
                ScanOptions.defaults(),
                null);
    }

    /**
     * Reads the files of a folder and of those below it, of any file system: {@code *.java},
     * compiled in memory by the running JDK; {@code *.jar}; and specs without a handler, {@code
     * *.operation.json}, {@code *.operation.yaml} or {@code .yml}. Files and folders whose names
     * begin with a dot are left out.
     */
    public static OperationScanner folder(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new OperationScanner(
                options -> new FolderScan(folder, options),
                name == null ? "folder" : name.toString(),
                ScanOptions.defaults(),
                null);
    }

    /** Makes objects of the classes in another way than by a constructor without parameters. */
    public OperationScanner instances(Function<? super Class<?>, ?> factory) {
        return new OperationScanner(opening, name, options.withInstances(factory), interval);
    }

    /**
     * Looks for classes by another class loader than that of the thread. For a folder it is the
     * parent of the class loaders of its files.
     */
    public OperationScanner loader(ClassLoader loader) {
        return new OperationScanner(opening, name, options.withLoader(loader), interval);
    }

    /** Makes the source read files of a folder again when they change, looking twice a second. */
    public OperationScanner watch() {
        return watch(OFTEN);
    }

    /**
     * As {@link #watch()}, looking at this interval; a change is taken up after the second look.
     */
    public OperationScanner watch(Duration interval) {
        return new OperationScanner(opening, name, options, interval);
    }

    /**
     * Scans once, without registering the operations. Logs each failure.
     *
     * @throws UncheckedIOException if the folder cannot be read
     */
    public OperationManifest scan() {
        try (Scan scan = opening.apply(options)) {
            OperationManifest manifest = scan.read();
            manifest.failures().forEach(failure -> LOG.warn("Skipped {}", failure));
            return manifest;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The files of the folder that a scan reads; none if there is no such folder. */
    public List<Path> files() {
        try (Scan scan = opening.apply(options)) {
            return scan.files();
        }
    }

    /** A source with the name of the folder or the first package. */
    public ScanSource source() {
        return source(name);
    }

    /** A source that brings what is found into a registry, and may watch it. */
    public ScanSource source(String name) {
        return new ScanSource(name, opening.apply(options), interval);
    }
}
