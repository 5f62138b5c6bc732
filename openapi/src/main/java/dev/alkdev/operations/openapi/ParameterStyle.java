package dev.alkdev.operations.openapi;

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

    final String wireName;

    /** The separator of the items of an array that is one value, encoded. */
    final String delimiter;

    ParameterStyle(String wireName, String delimiter) {
        this.wireName = wireName;
        this.delimiter = delimiter;
    }

    /** Whether the items of an array and the members of an object are values of their own. */
    boolean explodes() {
        return this == FORM || this == COOKIE;
    }
}
