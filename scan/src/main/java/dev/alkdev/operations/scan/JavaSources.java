package dev.alkdev.operations.scan;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The Java sources of a folder: which of them may have operations, and where the classes are that
 * those use. For one thread at a time.
 */
final class JavaSources {
    private final Map<String, Source> sources = new HashMap<>();
    private final Map<String, List<Source>> packages = new HashMap<>();
    private final Set<Source> candidates = new HashSet<>();

    /**
     * A source.
     *
     * @param failure why it cannot be read; empty if it can
     */
    record Source(String file, FileState state, String digest, JavaHeader header, String failure) {

        String className() {
            String name = file.substring(file.lastIndexOf('/') + 1, file.length() - 5);
            return header.packageName().isEmpty() ? name : header.packageName() + "." + name;
        }

        private String folder() {
            return file.substring(0, file.lastIndexOf('/') + 1);
        }
    }

    /** Reads those that have changed; gives the files whose content is another, or gone. */
    Set<String> update(FolderLook look) {
        Set<String> changed = new HashSet<>();
        for (Map.Entry<String, FileState> each : look.files().entrySet()) {
            String file = each.getKey();
            Source known = sources.get(file);
            if (FileKind.of(file) == FileKind.JAVA
                    && (known == null || !known.state().equals(each.getValue()))) {
                Source now = read(file, each.getValue());
                sources.put(file, now);
                if (known == null || !known.digest().equals(now.digest())) {
                    changed.add(file);
                }
            }
        }
        for (String file : List.copyOf(sources.keySet())) {
            if (!look.files().containsKey(file) && !look.mayHave(file)) {
                sources.remove(file);
                changed.add(file);
            }
        }
        if (!changed.isEmpty()) {
            packages.clear();
            for (Source each : sources.values()) {
                packages.computeIfAbsent(each.header().packageName(), name -> new ArrayList<>())
                        .add(each);
            }
            findCandidates();
        }
        return changed;
    }

    /** Finds the annotated sources, and those that extend or implement one of their types. */
    private void findCandidates() {
        candidates.clear();
        Map<String, List<Source>> subtypes = new HashMap<>();
        Deque<Source> added = new ArrayDeque<>();
        for (Source source : sources.values()) {
            for (String type : source.header().supertypes()) {
                subtypes.computeIfAbsent(type, name -> new ArrayList<>()).add(source);
            }
            if (source.header().annotated() && candidates.add(source)) {
                added.add(source);
            }
        }
        while (!added.isEmpty()) {
            for (String type : added.remove().header().types()) {
                for (Source subtype : subtypes.getOrDefault(type, List.of())) {
                    if (candidates.add(subtype)) {
                        added.add(subtype);
                    }
                }
            }
        }
    }

    /** Whether a source is annotated, or extends or implements an annotated one. */
    boolean mayHaveOperations(Source source) {
        return candidates.contains(source);
    }

    private static Source read(String file, FileState state) {
        try {
            byte[] content = FileState.read(state.path());
            String text = SourceText.decode(content);
            String digest = FileState.digest(content);
            return new Source(file, state, digest, JavaHeader.of(text), "");
        } catch (CharacterCodingException e) {
            return broken(file, state, "it is not encoded in UTF-8");
        } catch (IOException e) {
            return broken(file, state, "it cannot be read: " + e.getMessage());
        }
    }

    private static Source broken(String file, FileState state, String reason) {
        return new Source(file, state, state + reason, JavaHeader.UNREADABLE, reason);
    }

    Source get(String file) {
        Source found = sources.get(file);
        if (found == null) {
            throw new IllegalArgumentException("there is no source " + file);
        }
        return found;
    }

    /**
     * The sources of a package, for another source: those of its own folder hide others of the same
     * name.
     */
    List<SourceText> in(String packageName, Source reader, Consumer<String> used) {
        Map<String, Source> nearest = new HashMap<>();
        packages.getOrDefault(packageName, List.of()).stream()
                .filter(each -> !each.equals(reader) && each.failure().isEmpty())
                .sorted(
                        Comparator.<Source, Boolean>comparing(
                                        each -> !each.folder().equals(reader.folder()))
                                .thenComparing(Source::file))
                .forEach(each -> nearest.putIfAbsent(each.className(), each));
        return nearest.values().stream().map(each -> text(each, used)).toList();
    }

    static SourceText text(Source source, Consumer<String> used) {
        Path path = source.state().path();
        return new SourceText(source.file(), path, source.className(), used);
    }
}
