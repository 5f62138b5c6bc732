package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where a parameter is in a request. */
enum ParameterLocation {
    PATH(ParameterStyle.SIMPLE, ParameterStyle.LABEL, ParameterStyle.MATRIX),
    QUERY(
            ParameterStyle.FORM,
            ParameterStyle.SPACE_DELIMITED,
            ParameterStyle.PIPE_DELIMITED,
            ParameterStyle.DEEP_OBJECT),
    HEADER(ParameterStyle.SIMPLE),
    COOKIE(ParameterStyle.FORM, ParameterStyle.COOKIE),
    /** The whole query, as one value; only in OpenAPI 3.2. */
    QUERYSTRING(ParameterStyle.FORM);

    final String wireName = name().toLowerCase(Locale.ROOT);
    final ParameterStyle defaultStyle;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<ParameterStyle> styles;

    ParameterLocation(ParameterStyle... styles) {
        this.styles = List.of(styles);
        this.defaultStyle = styles[0];
    }

    /** The style of this name, if it exists here. */
    Optional<ParameterStyle> style(String name) {
        return styles.stream().filter(style -> style.wireName.equals(name)).findFirst();
    }

    /** What identifies a parameter; header names are equal whatever their case. */
    String key(String name) {
        return wireName + " " + (this == HEADER ? name.toLowerCase(Locale.ROOT) : name);
    }

    static @Nullable ParameterLocation find(@Nullable String name) {
        for (ParameterLocation each : values()) {
            if (each.wireName.equals(name)) {
                return each;
            }
        }
        return null;
    }
}
