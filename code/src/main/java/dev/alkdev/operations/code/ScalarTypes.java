package dev.alkdev.operations.code;

import dev.alkdev.operations.schema.SchemaView;

/** The Java types of texts, numbers and truth values. */
final class ScalarTypes {
    static final TypeUse BYTES = new TypeUse.Known("byte[]", "byte[]", "");
    static final TypeUse BOOLEAN = new TypeUse.Known("boolean", "Boolean", "");

    private static final TypeUse LONG = new TypeUse.Known("long", "Long", "");
    private static final TypeUse INT = new TypeUse.Known("int", "Integer", "");
    private static final TypeUse DOUBLE = new TypeUse.Known("double", "Double", "");
    private static final TypeUse FLOAT = new TypeUse.Known("float", "Float", "");
    private static final TypeUse DECIMAL = TypeUse.Known.of("java.math.BigDecimal");

    private ScalarTypes() {}

    /** Only formats whose every value the Java type can hold and write as it was. */
    static TypeUse text(SchemaView view) {
        if (view.keyword("contentEncoding").asString("").equals("base64")) {
            return BYTES;
        }
        return switch (format(view)) {
            case "byte", "binary" -> BYTES;
            case "date-time" -> TypeUse.Known.of("java.time.OffsetDateTime");
            case "date" -> TypeUse.Known.of("java.time.LocalDate");
            case "uuid" -> TypeUse.Known.of("java.util.UUID");
            default -> TypeUse.Known.TEXT;
        };
    }

    static TypeUse integer(SchemaView view) {
        return format(view).equals("int32") ? INT : LONG;
    }

    /** Exact, unless the schema has a format that is not. */
    static TypeUse number(SchemaView view) {
        return switch (format(view)) {
            case "double" -> DOUBLE;
            case "float" -> FLOAT;
            default -> DECIMAL;
        };
    }

    private static String format(SchemaView view) {
        return view.keyword("format").asString("");
    }
}
