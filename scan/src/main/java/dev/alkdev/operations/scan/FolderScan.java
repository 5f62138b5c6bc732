package dev.alkdev.operations.scan;

import dev.alkdev.operations.scan.JavaSources.Source;
import dev.alkdev.operations.scan.OperationManifest.Failure;
import dev.alkdev.operations.scan.OperationManifest.Found;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the files of a folder, and later those that have changed. A file that was right and is
 * wrong now stays in use as it was.
 */
final class FolderScan implements Scan {
    private static final String NO_CLASS =
            "it declares no class; delete the file to remove its operations";

    private final Path folder;
    private final ScanOptions options;
    private final JavaSources sources = new JavaSources();
    private final JavaCompilation compilation;
    private final Map<String, Version> versions = new TreeMap<>();

    /**
     * What a file gave when it was read last.
     *
     * @param used the sources that it was compiled with
     * @param failures of the file as it is now; if there are any, what it gave may be of an earlier
     *     version
     */
    private record Version(
            FileState state,
            String digest,
            List<Found> found,
            Set<String> used,
            List<Failure> failures) {

        boolean isRight() {
            return failures.isEmpty();
        }

        boolean isKept() {
            return !failures.isEmpty() && failures.getFirst().keptBefore();
        }

        /** This one, if it is right; else the one before, if that was. */
        Version following(@Nullable Version before) {
            if (before == null || isRight() || !(before.isRight() || before.isKept())) {
                return this;
            }
            List<Failure> kept = failures.stream().map(Failure::keeping).toList();
            return new Version(state, digest, before.found, used, kept);
        }
    }

    FolderScan(Path folder, ScanOptions options) {
        this.folder = folder;
        this.options = options;
        this.compilation = new JavaCompilation(options, sources);
    }

    @Override
    public Object state() {
        try {
            return FolderLook.at(folder);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public List<Path> files() {
        try {
            return FolderLook.at(folder).files().values().stream().map(FileState::path).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public OperationManifest read() throws IOException {
        FolderLook look = FolderLook.at(folder);
        Set<String> changed = sources.update(look);
        versions.keySet().removeIf(file -> !look.files().containsKey(file) && !look.mayHave(file));
        for (Map.Entry<String, FileState> each : look.files().entrySet()) {
            read(each.getKey(), each.getValue(), changed);
        }
        ManifestBuilder all = new ManifestBuilder();
        versions.values().forEach(each -> all.add(each.found(), each.failures()));
        look.unreadable().forEach((file, reason) -> all.fail(new Failure(file, "", reason, false)));
        return all.manifest();
    }

    private void read(String file, FileState state, Set<String> changed) throws IOException {
        FileKind kind = FileKind.of(file.substring(file.lastIndexOf('/') + 1));
        Version before = versions.get(file);
        Version now =
                kind == FileKind.JAVA
                        ? java(sources.get(file), before, changed)
                        : other(file, kind, state, before);
        if (now == null) {
            versions.remove(file);
        } else if (!now.equals(before)) {
            versions.put(file, now.following(before));
        }
    }

    /** Returns null for a source without operations, which other sources may use. */
    private @Nullable Version java(Source source, @Nullable Version before, Set<String> changed)
            throws IOException {
        boolean candidate = sources.mayHaveOperations(source);
        if (!candidate && before == null) {
            return null;
        }
        // What another file lacks may be in the one that has changed.
        if (before != null
                && (before.isRight() || changed.isEmpty())
                && before.digest().equals(source.digest())
                && Collections.disjoint(before.used(), changed)) {
            return before;
        }
        Version now = compiled(source, before);
        // A source that lost its operations is kept as a failure only if it is wrong.
        return candidate || !now.isRight() ? now : null;
    }

    private Version compiled(Source source, @Nullable Version before) throws IOException {
        Findings findings = new Findings(source.file());
        Set<String> used = Set.of();
        if (source.failure().isEmpty()) {
            MemoryFiles compiled = compilation.compile(source, findings);
            if (compiled != null) {
                load(source, compiled, findings);
                used = Set.copyOf(compiled.used());
                if (compiled.classes().isEmpty() && before != null && !before.found().isEmpty()) {
                    findings.fail("", NO_CLASS);
                }
            }
        } else {
            findings.fail("", source.failure());
        }
        return new Version(
                source.state(), source.digest(), findings.found(), used, findings.failures());
    }

    private void load(Source source, MemoryFiles compiled, Findings findings) throws IOException {
        LoadingThread.run(
                findings, options.loadingLimit(), loaded -> loadClasses(source, compiled, loaded));
    }

    private void loadClasses(Source source, MemoryFiles compiled, Findings findings) {
        MemoryLoader loader =
                new MemoryLoader(source.file(), options.usedLoader(), compiled.output(), true);
        SourcePlaces[] places = new SourcePlaces[1];
        ClassOperations operations =
                new ClassOperations(
                        options,
                        findings,
                        name -> {
                            if (places[0] == null) {
                                places[0] = compilation.places(source);
                            }
                            return places[0].of(name);
                        });
        for (String name : compiled.classes()) {
            operations.add(name, loader);
        }
    }

    private Version other(
            String file, @Nullable FileKind kind, FileState state, @Nullable Version before) {
        if (before != null && before.state().equals(state)) {
            return before;
        }
        Findings findings = new Findings(file);
        String digest = "";
        try {
            byte[] content = FileState.read(state.path());
            digest = FileState.digest(content);
            if (before != null && before.digest().equals(digest)) {
                return new Version(state, digest, before.found(), Set.of(), before.failures());
            }
            if (kind == FileKind.JAR) {
                jar(file, JarContent.of(content), findings);
            } else if (kind != null) {
                SpecFile.read(content, kind, findings);
            }
        } catch (IOException e) {
            findings.fail("", "it cannot be read: " + e.getMessage());
        }
        return new Version(state, digest, findings.found(), Set.of(), findings.failures());
    }

    private void jar(String file, JarContent jar, Findings findings) throws IOException {
        MemoryLoader loader = new MemoryLoader(file, options.usedLoader(), jar.files(), false);
        Set<String> names = jar.candidates();
        LoadingThread.run(
                findings,
                options.loadingLimit(),
                loaded -> {
                    ClassOperations operations = new ClassOperations(options, loaded);
                    names.forEach(name -> operations.add(name, loader));
                });
    }

    @Override
    public void close() {
        versions.clear();
        compilation.close();
    }
}
