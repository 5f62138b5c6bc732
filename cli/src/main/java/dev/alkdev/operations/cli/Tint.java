package dev.alkdev.operations.cli;

/** A way to set text off on a terminal. */
enum Tint {
    PLAIN(""),
    HEADING("1"),
    FAINT("2"),
    QUERY("32"),
    MUTATION("33"),
    SUBSCRIPTION("36"),
    ERROR("31");

    private final String code;

    Tint(String code) {
        this.code = code;
    }

    /**
     * Text that is set off where colours are shown.
     *
     * @param text as it is, without any colours
     */
    record Tinted(Tint tint, String text) {}

    Tinted of(String text) {
        return new Tinted(this, text);
    }

    String on(String text) {
        return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }

    /** The tint of a type as it is called on the wire. */
    static Tint ofType(String type) {
        return switch (type) {
            case "query" -> QUERY;
            case "mutation" -> MUTATION;
            case "subscription" -> SUBSCRIPTION;
            default -> PLAIN;
        };
    }
}
