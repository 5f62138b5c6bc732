package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the Java blocks of README and guides with the code between {@code // snippet: name} and
 * {@code // end} in the tests and examples, which is compiled and run. Line breaks and comments may
 * differ, what stands between {@code // pause} and {@code // resume} is left out, and one block may
 * join several snippets of one file.
 */
class SnippetTest {
    private static final Pattern BLOCK =
            Pattern.compile("^```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern SNIPPET =
            Pattern.compile("// snippet: ([\\w-]+)\n(.*?)// end\\b", Pattern.DOTALL);

    private static final Pattern PAUSE =
            Pattern.compile("// pause\n.*?// resume\n", Pattern.DOTALL);

    private static final Set<String> COMPILED = compiled();

    @TestFactory
    Stream<DynamicTest> everyBlockIsCompiledAndRun() {
        return pages().flatMap(
                        page ->
                                blocks(page).stream()
                                        .map(
                                                block ->
                                                        DynamicTest.dynamicTest(
                                                                block.place(),
                                                                () -> isCompiled(block))));
    }

    @Test
    void blocksAreFound() {
        assertThat(pages().flatMap(page -> blocks(page).stream())).hasSizeGreaterThan(30);
    }

    private static void isCompiled(Block block) {
        assertThat(COMPILED)
                .as("%s is the code of no snippet:%n%s", block.place(), block.code())
                .contains(folded(block.code()));
    }

    private static Stream<Path> pages() {
        return Stream.concat(
                Stream.of(Repository.ROOT.resolve("README.md")),
                Repository.files(".md").stream()
                        .filter(page -> page.toString().contains("/docs/guide/")));
    }

    private static List<Block> blocks(Path page) {
        String text = Repository.read(page);
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            long line = text.substring(0, block.start()).lines().count() + 1;
            blocks.add(new Block(page.getFileName() + ":" + line, block.group(1)));
        }
        return blocks;
    }

    private static Set<String> compiled() {
        Set<String> code = new HashSet<>();
        for (Path file : Repository.files(".java")) {
            List<String> snippets = new ArrayList<>();
            Matcher snippet = SNIPPET.matcher(Repository.read(file));
            while (snippet.find()) {
                snippets.add(folded(snippet.group(2)));
            }
            for (int first = 0; first < snippets.size(); first++) {
                for (int last = first + 1; last <= snippets.size(); last++) {
                    code.add(String.join("", snippets.subList(first, last)));
                }
            }
        }
        return code;
    }

    private static String folded(String code) {
        return PAUSE.matcher(code)
                .replaceAll("")
                .replaceAll("(?m)(^|\\s)//.*$", "")
                .replaceAll("\\s", "");
    }

    private record Block(String place, String code) {}
}
