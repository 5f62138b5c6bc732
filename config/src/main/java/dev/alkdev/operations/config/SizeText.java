package dev.alkdev.operations.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes as people write them: {@code 4MiB}, {@code 512KiB}, {@code 100B}. */
final class SizeText {
    static final String PATTERN = "^([0-9]{1,9})(B|KiB|MiB|GiB)$";

    private static final Pattern FORM = Pattern.compile(PATTERN);

    private SizeText() {}

    /** In bytes. */
    static Optional<Long> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(Long.parseLong(matcher.group(1)) << shift(matcher.group(2)))
                : Optional.empty();
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "B" -> 0;
            case "KiB" -> 10;
            case "MiB" -> 20;
            default -> 30;
        };
    }
}
