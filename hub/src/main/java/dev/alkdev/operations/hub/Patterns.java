package dev.alkdev.operations.hub;

/** Patterns that several keys of the config share. */
final class Patterns {
    static final String LABEL = "^[A-Za-z0-9_.-]{1,128}$";
    static final String LABEL_TITLE = "a name of letters, digits, _, - and .";
    static final String WORD = "^\\S+$";
    static final String HEADER = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";
    static final String HEADER_VALUE = "^[\\t\\x20-\\x7e]*$";
    static final String BEARER = "^[\\x21-\\x7e]+$";

    private Patterns() {}
}
