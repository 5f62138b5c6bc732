package dev.alkdev.operations.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Java as a list of tokens, to compare it whatever its line breaks and indents are. */
final class JavaCode {
    private static final Pattern TOKEN =
            Pattern.compile(
                    """
                    "\""[\\s\\S]*?"\""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'\
                    |//[^\\n]*|/\\*[\\s\\S]*?\\*/|\\w+|\\s+|.\
                    """);

    private JavaCode() {}

    /** Comments are tokens, too; those of several lines are one. */
    static List<String> tokens(String code) {
        List<String> tokens = new ArrayList<>();
        for (MatchResult found : TOKEN.matcher(code).results().toList()) {
            String token = found.group();
            if (token.startsWith("//") && !tokens.isEmpty() && tokens.getLast().startsWith("//")) {
                tokens.add(tokens.removeLast() + " " + folded(token.substring(2)));
            } else if (token.startsWith("//") || token.startsWith("/*")) {
                tokens.add(folded(token));
            } else if (token.startsWith("\"\"\"")) {
                // The first quotes stand where the line before ends.
                tokens.add("\"\"\"" + token.substring(3).stripIndent());
            } else if (!token.isBlank()) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    private static String folded(String comment) {
        return comment.strip().replaceAll("\\s+\\*?\\s*", " ");
    }

    /** Each statement as its tokens, if there are only statements. */
    static List<List<String>> statements(String code) {
        List<List<String>> statements = new ArrayList<>(List.of(new ArrayList<>()));
        int depth = 0;
        for (String token : tokens(code)) {
            depth += "([{".contains(token) ? 1 : ")]}".contains(token) ? -1 : 0;
            if (token.equals(";") && depth == 0) {
                statements.add(new ArrayList<>());
            } else {
                statements.getLast().add(token);
            }
        }
        if (statements.getLast().isEmpty()) {
            statements.removeLast();
        }
        return statements;
    }
}
