package dev.alkdev.operations.openapi;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repairs the one kind of correct YAML that the parser refuses: a block scalar ({@code |+}) that
 * has nothing but blank lines, with spaces in them. Without the spaces it means the same and is
 * accepted. Tried only after the parser refused a text.
 */
final class EmptyBlockScalars {
    private static final Pattern EMPTY_SCALAR =
            Pattern.compile(
                    "^( *(?:- +)*)[^#\\n]*[:-] +[|>][+-]?[ \\t]*\\n((?: *\\n)+)(?=( *)\\S)",
                    Pattern.MULTILINE);

    private EmptyBlockScalars() {}

    static String mend(String text) {
        Matcher matcher = EMPTY_SCALAR.matcher(text);
        StringBuilder mended = new StringBuilder(text.length());
        int copied = 0;
        while (matcher.find()) {
            boolean nothingInside = matcher.group(3).length() <= matcher.group(1).length();
            if (nothingInside) {
                mended.append(text, copied, matcher.start(2));
                mended.append(matcher.group(2).replace(" ", ""));
                copied = matcher.end(2);
            }
        }
        return mended.append(text, copied, text.length()).toString();
    }
}
