package dev.alkdev.operations.mcp;

import dev.alkdev.operations.base.BoundedFile;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files of variables, one {@code NAME=value} in each line. */
final class EnvFile {
    private static final int LARGEST = BoundedFile.share(256, 1 << 20);
    private static final Pattern LINE =
            Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_.]*)\\s*=\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("\\s#.*");

    private EnvFile() {}

    /**
     * Returns the variables of a file.
     *
     * @throws IllegalArgumentException naming the file, and the line that is wrong without its
     *     content
     */
    static Map<String, String> read(Path file) {
        String text;
        try {
            text = BoundedFile.text(file, LARGEST);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the file " + file + " " + e.getMessage(), e);
        }
        Map<String, String> variables = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher variable = LINE.matcher(line);
            if (!variable.matches()) {
                throw new IllegalArgumentException(
                        "line " + number + " of the file " + file + " should be NAME=value");
            }
            variables.put(variable.group(1), value(variable.group(2)));
        }
        return variables;
    }

    private static String value(String written) {
        for (String quote : new String[] {"\"", "'"}) {
            int end = written.startsWith(quote) ? written.indexOf(quote, 1) : -1;
            if (end > 0) {
                return written.substring(1, end);
            }
        }
        return COMMENT.matcher(written).replaceFirst("").strip();
    }
}
