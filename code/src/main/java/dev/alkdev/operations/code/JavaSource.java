package dev.alkdev.operations.code;

/**
 * A source file of a {@link JavaGenerator}.
 *
 * @param name the qualified name of the interface in it
 */
public record JavaSource(String name, String text) {

    /** Where it belongs in a folder of sources, such as {@code com/acme/Pets.java}. */
    public String path() {
        return name.replace('.', '/') + ".java";
    }
}
