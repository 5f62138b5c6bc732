package dev.alkdev.operations.config;

import dev.alkdev.operations.base.BoundedFile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts values from outside into texts: variables of the environment and the contents of files, both
 * between a dollar with a brace and its end. A second dollar before it makes it literal. What is
 * put in is not expanded again.
 */
final class Expansion {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern PLACES = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    private static final int LARGEST = BoundedFile.share(256, 1 << 20);

    private final Path folder;
    private final Function<String, @Nullable String> environment;

    Expansion(Path folder, Function<String, @Nullable String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * A text after expansion.
     *
     * @param written the expansions as they stand in the text, without fallbacks
     * @param problems why some of them cannot be had
     */
    record Result(String text, List<String> written, List<String> problems) {
        boolean isExpanded() {
            return !written.isEmpty();
        }
    }

    Result expand(String text) {
        StringBuilder expanded = new StringBuilder();
        List<String> written = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        Matcher place = PLACES.matcher(text);
        int end = 0;
        while (place.find()) {
            expanded.append(text, end, place.start());
            end = place.end();
            String inside = place.group(1);
            if (inside == null) {
                expanded.append("${");
                continue;
            }
            written.add("${" + shown(inside) + "}");
            try {
                expanded.append(value(inside, !place.group(2).isEmpty()));
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        return new Result(expanded.append(text.substring(end)).toString(), written, problems);
    }

    /** A fallback may be as secret as the value it replaces. */
    private static String shown(String inside) {
        int fallback = inside.indexOf(":-");
        return fallback < 0 ? inside : inside.substring(0, fallback);
    }

    private String value(String inside, boolean closed) {
        if (!closed) {
            throw new IllegalArgumentException(
                    "'${' is not closed; write ${NAME}, or $${ for a literal ${");
        }
        if (inside.startsWith("file:")) {
            return content(inside.substring("file:".length()));
        }
        if (inside.startsWith("input:")) {
            throw new IllegalArgumentException(
                    SafeText.quoted("${" + shown(inside) + "}")
                            + " prompts for a value, which is not supported; use ${env:NAME} and"
                            + " set the variable");
        }
        return variable(inside.startsWith("env:") ? inside.substring("env:".length()) : inside);
    }

    private String variable(String inside) {
        int fallback = inside.indexOf(":-");
        String name = fallback < 0 ? inside : inside.substring(0, fallback);
        if (inside.contains("${")) {
            throw new IllegalArgumentException(
                    "the fallback of "
                            + name
                            + " cannot be an expansion itself; write a plain text");
        }
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    SafeText.quoted("${" + name + "}")
                            + " is not an expansion; write ${NAME}, ${NAME:-fallback} or"
                            + " ${file:path}, or $${ for a literal ${");
        }
        String value = environment.apply(name);
        if (fallback >= 0 && (value == null || value.isEmpty())) {
            return inside.substring(fallback + 2);
        }
        if (value == null) {
            throw new IllegalArgumentException(
                    "the environment has no "
                            + name
                            + "; set it, or write ${"
                            + name
                            + ":-fallback}");
        }
        return value;
    }

    private String content(String path) {
        String shown = SafeText.quoted(path);
        Path file;
        try {
            file = folder.resolve(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(shown + " is not a path", e);
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no file " + shown);
        }
        try {
            return BoundedFile.text(file, LARGEST).replaceFirst("\\r?\\n\\z", "");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the file " + shown + " " + e.getMessage(), e);
        }
    }
}
