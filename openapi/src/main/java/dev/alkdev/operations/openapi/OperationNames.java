package dev.alkdev.operations.openapi;

import dev.alkdev.operations.base.Sha256;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Makes the names of operations: from their {@code operationId}, else from method and path. A name
 * depends on nothing but the operation itself, unless somebody else has it already.
 */
final class OperationNames {
    private static final int LONGEST = 128;

    private final Set<String> taken = new HashSet<>();

    /** The name an operation would like. */
    static String wanted(OperationModel operation) {
        return operation
                .operationId()
                .map(id -> fit(normalize(id)))
                .filter(name -> !name.isEmpty())
                .orElseGet(() -> fromPath(operation.method(), operation.path()));
    }

    /** The name as wanted, or a longer one with method and path if it is taken. */
    String claim(String wanted, OperationModel operation) {
        String name = fit(normalize(wanted));
        if (name.isEmpty()) {
            name = fromPath(operation.method(), operation.path());
        }
        if (!taken.add(name)) {
            name = fit(name + "_" + fromPath(operation.method(), operation.path()));
            if (!taken.add(name)) {
                name = fit(name + "_" + hash(operation.method() + " " + operation.path()));
                taken.add(name);
            }
        }
        return name;
    }

    static String fromPath(String method, String path) {
        String parts = normalize(path);
        String verb = method.toLowerCase(Locale.ROOT);
        return fit(parts.isEmpty() ? verb : verb + "_" + parts);
    }

    /** Letters, digits, {@code _}, {@code -} and {@code .}; whatever is between them is one _. */
    static String normalize(String text) {
        StringBuilder name = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (!allowed(next)) {
                gap = true;
                continue;
            }
            if (gap && !name.isEmpty()) {
                name.append('_');
            }
            gap = false;
            name.append(next);
        }
        return name.toString();
    }

    private static boolean allowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-'
                || c == '.';
    }

    /** A name that is too long ends in a hash of the whole of it. */
    private static String fit(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 9) + "_" + hash(name);
    }

    private static String hash(String text) {
        return Sha256.hex(text).substring(0, 8);
    }
}
