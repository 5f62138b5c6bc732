package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * New names for operations by their old ones, as a configuration has them. Immutable; threads may
 * share it.
 *
 * <p>A key is an {@code operationId} or the name made from it. One {@code *} in it stands for any
 * characters, which a {@code *} in the new name takes up: {@code orders/* → *} makes {@code get} of
 * {@code orders/get}. A key without {@code *} goes before those with one, of which the first that
 * fits counts. What a name has beyond the {@code operationId}, such as {@code _stream}, stays.
 *
 * @param names new names by old ones; what is not in it keeps its name
 */
public record OperationRenames(Map<String, String> names)
        implements Function<ApiOperation, String> {

    /**
     * Checks keys and names.
     *
     * @throws IllegalArgumentException if one of them is empty or has several {@code *}, or a name
     *     has one that its key has not
     */
    public OperationRenames {
        names.forEach(OperationRenames::check);
        names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    public static OperationRenames of(Map<String, String> names) {
        return new OperationRenames(names);
    }

    private static void check(String key, String name) {
        String rename = "the rename \"" + key + "\" to \"" + name + "\" ";
        if (key.isBlank() || name.isBlank()) {
            throw new IllegalArgumentException(rename + "needs two names");
        }
        if (stars(key) > 1 || stars(name) > 1) {
            throw new IllegalArgumentException(rename + "may have one * on each side");
        }
        if (stars(name) > stars(key)) {
            throw new IllegalArgumentException(
                    rename + "takes up a * that the old name does not have");
        }
    }

    private static long stars(String text) {
        return text.chars().filter(c -> c == '*').count();
    }

    @Override
    public String apply(ApiOperation operation) {
        String name = operation.name();
        String original = operation.operationId();
        String byName = renamed(name);
        if (byName != null || original == null) {
            return byName == null ? name : byName;
        }
        String byId = renamed(original);
        return byId == null ? name : byId + beyond(original, name);
    }

    /** What tells an operation from others of the same {@code operationId}. */
    private static String beyond(String operationId, String name) {
        String plain = OperationNames.normalize(operationId);
        return name.startsWith(plain) ? name.substring(plain.length()) : "";
    }

    private @Nullable String renamed(String old) {
        String exact = names.get(old);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, String> each : names.entrySet()) {
            int star = each.getKey().indexOf('*');
            if (star >= 0 && fits(old, each.getKey(), star)) {
                int end = old.length() - (each.getKey().length() - star - 1);
                return each.getValue().replace("*", old.substring(star, end));
            }
        }
        return null;
    }

    private static boolean fits(String text, String key, int star) {
        return text.length() >= key.length() - 1
                && text.startsWith(key.substring(0, star))
                && text.endsWith(key.substring(star + 1));
    }
}
