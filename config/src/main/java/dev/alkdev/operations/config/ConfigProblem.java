package dev.alkdev.operations.config;

/**
 * One thing that is wrong with a config file. Immutable; threads may share it.
 *
 * @param file the file as it was named
 * @param line from 1
 * @param column from 1, in characters
 * @param pointer the value or key, as a JSON pointer; empty for the whole file
 * @param message what is wrong and what would be right; tells no secrets
 */
public record ConfigProblem(String file, int line, int column, String pointer, String message) {

    public ConfigProblem {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException(
                    "line and column are counted from 1 but are " + line + " and " + column);
        }
    }

    /** As compilers write it: {@code hub.yaml:7:3: unknown key 'soruces'; …}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }
}
