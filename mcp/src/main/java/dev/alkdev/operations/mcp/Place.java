package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Stream;

/**
 * A place of a gateway: the namespaces that its path names and the tools that its address chooses.
 * A choice is no protection, since the client makes it.
 *
 * @param namespaces empty for all
 * @param tools patterns of names or ids; empty for all
 */
record Place(List<String> namespaces, List<Glob> tools) {
    static final Place ALL = new Place(List.of(), List.of());

    private static final int LONGEST = 2_000;
    private static final int MOST = 64;

    /**
     * Reads an address.
     *
     * @param path the namespaces, separated by commas; empty for all
     * @param tools patterns, separated by commas; null for all
     * @throws IllegalArgumentException if it is too long, or has empty parts
     */
    static Place parse(String path, @Nullable String tools) {
        List<Glob> chosen = tools == null ? List.of() : parts(tools).map(Glob::new).toList();
        return new Place(path.isEmpty() ? List.of() : parts(path).sorted().toList(), chosen);
    }

    private static Stream<String> parts(String text) {
        String[] parts = text.split(",", MOST + 1);
        if (text.length() > LONGEST || parts.length > MOST) {
            throw new IllegalArgumentException(
                    "an address may name at most " + MOST + " namespaces and tools");
        }
        for (String part : parts) {
            if (part.isBlank()) {
                throw new IllegalArgumentException("a namespace or tool in the address is empty");
            }
        }
        return Stream.of(parts).map(String::strip).distinct();
    }

    /** The only namespace, whose operations have short names; null for all or several. */
    @Nullable String namespace() {
        return namespaces.size() == 1 ? namespaces.getFirst() : null;
    }

    boolean contains(String namespace) {
        return namespaces.isEmpty() || namespaces.contains(namespace);
    }

    /** Whether it is one of many that clients may make up. */
    boolean isMadeUp() {
        return namespaces.size() > 1 || !tools.isEmpty();
    }

    boolean chooses(String name, OperationSpec spec) {
        return tools.isEmpty()
                || tools.stream()
                        .anyMatch(
                                tool ->
                                        tool.matches(name)
                                                || tool.matches(spec.name())
                                                || tool.matches(spec.id()));
    }
}
