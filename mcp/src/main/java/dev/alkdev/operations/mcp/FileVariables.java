package dev.alkdev.operations.mcp;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the values of variables into the texts of a file, in the forms that clients use: {@code
 * ${NAME}}, {@code ${env:NAME}}, {@code ${NAME:-fallback}}, {@code ${workspaceFolder}}, {@code
 * ${userHome}}.
 */
final class FileVariables {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Set<String> CONFIG_FOLDERS = Set.of(".vscode", ".cursor", ".claude");

    private final Path file;
    private final Function<String, @Nullable String> environment;

    FileVariables(Path file, Function<String, @Nullable String> environment) {
        this.file = file;
        this.environment = environment;
    }

    String expand(String text) {
        Matcher place = PLACE.matcher(text);
        StringBuilder expanded = new StringBuilder();
        while (place.find()) {
            place.appendReplacement(
                    expanded, Matcher.quoteReplacement(value(place.group(1).strip())));
        }
        return place.appendTail(expanded).toString();
    }

    private String value(String inside) {
        if (inside.startsWith("input:")) {
            throw new IllegalArgumentException(
                    "${"
                            + inside
                            + "} is a prompt, which is not supported; use ${env:NAME} and set the"
                            + " variable");
        }
        return switch (inside) {
            case "workspaceFolder", "workspaceRoot" -> workspace().toString();
            case "userHome" -> System.getProperty("user.home", "");
            default -> named(inside.startsWith("env:") ? inside.substring(4) : inside);
        };
    }

    private String named(String name) {
        int fallback = name.indexOf(":-");
        return fallback < 0
                ? variable(name, null)
                : variable(name.substring(0, fallback), name.substring(fallback + 2));
    }

    private String variable(String name, @Nullable String fallback) {
        String value = environment.apply(name);
        if (value != null && !(value.isEmpty() && fallback != null)) {
            return value;
        }
        if (fallback == null) {
            throw new IllegalArgumentException(
                    "the environment has no "
                            + name
                            + "; set it, or write ${"
                            + name
                            + ":-fallback}");
        }
        return fallback;
    }

    /** Clients keep the file in a folder of their own within that of the project. */
    private Path workspace() {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            return file.toAbsolutePath();
        }
        Path name = folder.getFileName();
        Path above = folder.getParent();
        return name != null && above != null && CONFIG_FOLDERS.contains(name.toString())
                ? above
                : folder;
    }
}
