package dev.alkdev.operations.http;

/** Shortens what a client sent before it is sent back. */
final class ShortText {
    private static final int MOST = 300;

    private ShortText() {}

    static String of(String text) {
        return text.length() <= MOST ? text : text.substring(0, MOST) + "…";
    }
}
