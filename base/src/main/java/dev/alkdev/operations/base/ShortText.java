package dev.alkdev.operations.base;

/** Shortens text for messages and logs. */
public final class ShortText {
    private ShortText() {}

    /**
     * Returns the text, or its beginning and an ellipsis if it is longer than the maximum. A
     * surrogate pair stays whole or is left out.
     *
     * @param most the maximum number of {@code char}s, without the ellipsis
     */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        boolean splitsPair = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, splitsPair ? most - 1 : most) + "…";
    }
}
