package dev.alkdev.operations.openapi;

/**
 * How one value is written into a request.
 *
 * @param reserved whether reserved characters stay as they are
 * @param json whether the value is written as JSON text, as {@code content} asks
 */
record ValueFormat(ParameterStyle style, boolean explode, boolean reserved, boolean json) {

    static ValueFormat of(ParameterStyle style) {
        return new ValueFormat(style, style.explodes(), false, false);
    }

    static ValueFormat of(ParameterStyle style, boolean explode) {
        return new ValueFormat(style, explode, false, false);
    }

    static ValueFormat json(ParameterLocation location) {
        return new ValueFormat(ParameterStyle.defaultOf(location), false, false, true);
    }
}
