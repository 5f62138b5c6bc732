package dev.alkdev.operations.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fenced block of a page.
 *
 * @param place the name of the page and the line
 * @param language the first word after the fence, in small letters
 */
record Block(Path page, String place, String language, String text) {
    /** With an import per line, static or not; group 1 is the name, group 2 its last part. */
    static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+\\.(\\w+));$");

    private static final Pattern FENCE = Pattern.compile("\\s*(?:```+|~~~+)\\s*(\\w*).*");

    /** README, guides and reference. */
    static Stream<Path> pages() {
        return Stream.concat(
                Stream.of(Repository.ROOT.resolve("README.md")),
                Repository.files(".md").stream()
                        .filter(page -> page.toString().matches(".*/docs/(guide|reference)/.*"))
                        .sorted());
    }

    static boolean isGuide(Path page) {
        return !page.toString().contains("/docs/reference/");
    }

    static List<Block> of(Path page) {
        return of(page, Repository.read(page));
    }

    static List<Block> of(Path page, String content) {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = content.lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            Matcher fence = FENCE.matcher(lines.get(line));
            if (fence.matches()) {
                int begin = line + 1;
                do {
                    line++;
                } while (line < lines.size() && !FENCE.matcher(lines.get(line)).matches());
                String text = String.join("\n", lines.subList(begin, line)) + "\n";
                blocks.add(
                        new Block(
                                page,
                                page.getFileName() + ":" + begin,
                                fence.group(1).toLowerCase(Locale.ROOT),
                                text.stripIndent()));
            }
        }
        return blocks;
    }

    /** What is left of a block of Java without its imports. */
    String code() {
        return IMPORT.matcher(text).replaceAll("").strip();
    }

    boolean uses(String name) {
        return Pattern.compile("\\b" + name + "\\b").matcher(code()).find();
    }
}
