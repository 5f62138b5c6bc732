package dev.alkdev.operations.scan;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java sources of a folder: which of them may have operations, and where the classes are that
 * those use. For one thread at a time.
 */
final class JavaSources {
    private static final Pattern PACKAGE =
            Pattern.compile("^\\s*package\\s+([\\w.\\s]+?)\\s*;", Pattern.MULTILINE);

    private final Map<String, Source> sources = new HashMap<>();
    private final Map<String, List<Source>> packages = new HashMap<>();

    /**
     * A source.
     *
     * @param failure why it cannot be read; empty if it can
     */
    record Source(
            String file,
            FileState state,
            String digest,
            String packageName,
            boolean mayHaveOperations,
            String failure) {

        String className() {
            String name = file.substring(file.lastIndexOf('/') + 1, file.length() - 5);
            return packageName.isEmpty() ? name : packageName + "." + name;
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
                packages.computeIfAbsent(each.packageName(), name -> new ArrayList<>()).add(each);
            }
        }
        return changed;
    }

    private static Source read(String file, FileState state) {
        try {
            byte[] content = FileState.read(state.path());
            String text = SourceText.decode(content);
            Matcher named = PACKAGE.matcher(text);
            return new Source(
                    file,
                    state,
                    FileState.digest(content),
                    named.find() ? named.group(1).replaceAll("\\s", "") : "",
                    text.contains("@Operation") || text.contains("dev.alkdev.operations"),
                    "");
        } catch (CharacterCodingException e) {
            return broken(file, state, "it is not encoded in UTF-8");
        } catch (IOException e) {
            return broken(file, state, "it cannot be read: " + e.getMessage());
        }
    }

    private static Source broken(String file, FileState state, String reason) {
        return new Source(file, state, state + reason, "", true, reason);
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
