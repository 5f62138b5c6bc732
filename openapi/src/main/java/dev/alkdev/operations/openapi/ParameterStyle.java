package dev.alkdev.operations.openapi;

/** How arrays and objects become text. */
enum ParameterStyle {
    SIMPLE("simple", ",", ","),
    LABEL("label", ",", ","),
    MATRIX("matrix", ",", ","),
    FORM("form", ",", ","),
    SPACE_DELIMITED("spaceDelimited", "%20", " "),
    PIPE_DELIMITED("pipeDelimited", "%7C", "|"),
    TAB_DELIMITED("tabDelimited", "%09", "\t"),
    DEEP_OBJECT("deepObject", ",", ","),
    /** As form, but nothing is percent-encoded. */
    COOKIE("cookie", ",", ",");

    final String wireName;

    /** The separator of the items of an array that is one value, encoded. */
    final String delimiter;

    /** The same separator where nothing is encoded. */
    final String plainDelimiter;

    ParameterStyle(String wireName, String delimiter, String plainDelimiter) {
        this.wireName = wireName;
        this.delimiter = delimiter;
        this.plainDelimiter = plainDelimiter;
    }

    /** Whether the items of an array and the members of an object are values of their own. */
    boolean explodes() {
        return this == FORM || this == COOKIE;
    }
}
