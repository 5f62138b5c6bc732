package dev.alkdev.operations.openapi;

import java.util.List;

/**
 * How one value is written into a request.
 *
 * @param reserved whether reserved characters stay as they are
 * @param json whether the value is written as JSON text, as {@code content} asks
 * @param inner the styles of arrays inside arrays, level by level; JSON beyond them
 */
record ValueFormat(
        ParameterStyle style,
        boolean explode,
        boolean reserved,
        boolean json,
        List<ParameterStyle> inner) {

    /** A format that writes arrays inside arrays as JSON. */
    ValueFormat(ParameterStyle style, boolean explode, boolean reserved, boolean json) {
        this(style, explode, reserved, json, List.of());
    }

    static ValueFormat of(ParameterStyle style, boolean explode) {
        return new ValueFormat(style, explode, false, false);
    }

    /** As a parameter or an encoding has it; a style that does not exist there is ignored. */
    static ValueFormat of(Place place, ParameterLocation location) {
        ParameterStyle style =
                location.style(place.text("style", "")).orElse(location.defaultStyle);
        boolean explode = place.has("explode") ? place.flag("explode") : style.explodes();
        return new ValueFormat(style, explode, place.flag("allowReserved"), false);
    }
}
