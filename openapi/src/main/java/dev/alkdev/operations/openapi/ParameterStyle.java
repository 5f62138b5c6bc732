package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.Set;

/** How arrays and objects become text. */
enum ParameterStyle {
    SIMPLE("simple", ","),
    LABEL("label", ","),
    MATRIX("matrix", ","),
    FORM("form", ","),
    SPACE_DELIMITED("spaceDelimited", "%20"),
    PIPE_DELIMITED("pipeDelimited", "%7C"),
    TAB_DELIMITED("tabDelimited", "%09"),
    DEEP_OBJECT("deepObject", ","),
    /** As form, but nothing is percent-encoded. */
    COOKIE("cookie", ",");

    private final String wireName;
    private final String delimiter;

    ParameterStyle(String wireName, String delimiter) {
        this.wireName = wireName;
        this.delimiter = delimiter;
    }

    /** The separator of the items of an array that is one value, encoded. */
    String delimiter() {
        return delimiter;
    }

    /** Whether the items of an array and the members of an object are values of their own. */
    boolean explodes() {
        return this == FORM || this == COOKIE;
    }

    static ParameterStyle defaultOf(ParameterLocation location) {
        return switch (location) {
            case PATH, HEADER -> SIMPLE;
            case QUERY, COOKIE, QUERYSTRING -> FORM;
        };
    }

    /** The style of this name, if it exists in this location. */
    static @Nullable ParameterStyle find(String name, ParameterLocation location) {
        for (ParameterStyle each : allowed(location)) {
            if (each.wireName.equals(name)) {
                return each;
            }
        }
        return null;
    }

    private static Set<ParameterStyle> allowed(ParameterLocation location) {
        return switch (location) {
            case PATH -> EnumSet.of(SIMPLE, LABEL, MATRIX);
            case QUERY -> EnumSet.of(FORM, SPACE_DELIMITED, PIPE_DELIMITED, DEEP_OBJECT);
            case HEADER -> EnumSet.of(SIMPLE);
            case COOKIE -> EnumSet.of(FORM, COOKIE);
            case QUERYSTRING -> EnumSet.noneOf(ParameterStyle.class);
        };
    }
}
