package dev.alkdev.operations.code;

import java.util.Set;

/** How a generated source names the type of a value. */
sealed interface TypeUse {
    /**
     * A type that exists.
     *
     * @param imported its qualified name; empty if it needs no import
     */
    record Known(String plain, String boxed, String imported) implements TypeUse {
        static final TypeUse JSON =
                new Known("JsonNode", "JsonNode", "tools.jackson.databind.JsonNode");
        static final TypeUse TEXT = new Known("String", "String", "");
        static final TypeUse NOTHING = new Known("void", "Void", "");

        static Known of(String qualified) {
            String name = qualified.substring(qualified.lastIndexOf('.') + 1);
            return new Known(name, name, qualified);
        }
    }

    /** A list. */
    record ListOf(TypeUse items) implements TypeUse {}

    /** An object with any names. */
    record MapOf(TypeUse values) implements TypeUse {}

    /** One of the types in the source. */
    record Made(MadeType type) implements TypeUse {}

    /**
     * As it is written.
     *
     * @param boxed whether it must be a class
     * @param imports gets what has to be imported for it
     */
    default String text(boolean boxed, Set<String> imports) {
        return switch (this) {
            case Known known -> {
                if (!known.imported().isEmpty()) {
                    imports.add(known.imported());
                }
                yield boxed ? known.boxed() : known.plain();
            }
            case ListOf list -> {
                imports.add("java.util.List");
                yield "List<" + list.items().text(true, imports) + ">";
            }
            case MapOf map -> {
                imports.add("java.util.Map");
                yield "Map<String, " + map.values().text(true, imports) + ">";
            }
            case Made made -> made.type().settled().name();
        };
    }

    /** Whether a parameter of this type alone would be read as the whole input. */
    default boolean isWhole() {
        return this instanceof Made made && !(made.type() instanceof MadeEnum);
    }

    /** Whether it is the same as another one of a source that is read apart. */
    default boolean isLike(TypeUse other, Likenesses known) {
        return switch (this) {
            case Known one -> one.equals(other);
            case ListOf(TypeUse items) ->
                    other instanceof ListOf(TypeUse others) && items.isLike(others, known);
            case MapOf(TypeUse values) ->
                    other instanceof MapOf(TypeUse others) && values.isLike(others, known);
            case Made(MadeType type) ->
                    other instanceof Made(MadeType same) && known.isLike(type, same);
        };
    }
}
