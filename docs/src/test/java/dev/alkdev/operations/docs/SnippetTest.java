package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the Java blocks of README, guides and reference with the code between {@code // snippet:
 * name} and {@code // end} in the tests and examples, which is compiled and run. Line breaks and
 * comments may differ, what is between {@code // pause} and {@code // resume} is left out, and one
 * block may join several snippets of one file. Blocks of imports are compared with what the other
 * blocks of their page use.
 */
class SnippetTest {
    private static final Pattern BLOCK =
            Pattern.compile("^```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern SNIPPET =
            Pattern.compile("// snippet: ([\\w-]+)\n(.*?)// end\\b", Pattern.DOTALL);

    private static final Pattern PAUSE =
            Pattern.compile("// pause\n.*?// resume\n", Pattern.DOTALL);

    private static final Pattern IMPORT = Pattern.compile("(?m)^import ([\\w.]+\\.(\\w+));$");

    private static final Map<String, Path> COMPILED = compiled();

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

    @TestFactory
    Stream<DynamicTest> everyGuideNamesItsImports() {
        return pages().filter(page -> page.toString().contains("/docs/guide/"))
                .map(
                        page ->
                                DynamicTest.dynamicTest(
                                        page.getFileName().toString(), () -> namesImports(page)));
    }

    private static void isCompiled(Block block) {
        assertThat(COMPILED)
                .as("%s is the code of no snippet:%n%s", block.place(), block.code())
                .containsKey(folded(block.code()));
    }

    /** Those of the JDK everybody knows. Tests do not import what is in their own package. */
    private static void namesImports(Path page) {
        Set<String> used = new TreeSet<>();
        Set<String> imported = new HashSet<>();
        for (Block block : blocks(page)) {
            isCompiled(block);
            Path test = Objects.requireNonNull(COMPILED.get(folded(block.code())));
            String file = Repository.read(test);
            IMPORT.matcher(file)
                    .results()
                    .peek(found -> imported.add(found.group(1)))
                    .filter(found -> !found.group(1).startsWith("java."))
                    .filter(found -> block.uses(found.group(2)))
                    .forEach(found -> used.add(found.group(1)));
        }
        Set<String> named = new TreeSet<>();
        for (MatchResult found : IMPORT.matcher(Repository.read(page)).results().toList()) {
            named.add(found.group(1));
            // Frameworks that are bridged are on the class path of their own tests only.
            if (!imported.contains(found.group(1))) {
                assertThat(classFile(found.group(1))).as(found.group(1)).isNotNull();
            }
            assertThat(blocks(page))
                    .as("blocks that use %s", found.group(1))
                    .anyMatch(block -> block.uses(found.group(2)));
        }
        assertThat(named).as("the imports of %s", page.getFileName()).containsAll(used);
    }

    /** Not loaded, since what it extends may be missing here. */
    private static @Nullable URL classFile(String name) {
        return SnippetTest.class.getResource("/" + name.replace('.', '/') + ".class");
    }

    private static Stream<Path> pages() {
        return Stream.concat(
                Stream.of(Repository.ROOT.resolve("README.md")),
                Repository.files(".md").stream()
                        .filter(page -> page.toString().matches(".*/docs/(guide|reference)/.*")));
    }

    private static List<Block> blocks(Path page) {
        String text = Repository.read(page);
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            long line = text.substring(0, block.start()).lines().count() + 1;
            if (!block.group(1).startsWith("import ")) {
                blocks.add(new Block(page.getFileName() + ":" + line, block.group(1)));
            }
        }
        return blocks;
    }

    private static Map<String, Path> compiled() {
        Map<String, Path> code = new HashMap<>();
        for (Path file : Repository.files(".java")) {
            List<String> snippets = new ArrayList<>();
            Matcher snippet = SNIPPET.matcher(Repository.read(file));
            while (snippet.find()) {
                snippets.add(folded(snippet.group(2)));
            }
            for (int first = 0; first < snippets.size(); first++) {
                for (int last = first + 1; last <= snippets.size(); last++) {
                    code.put(String.join("", snippets.subList(first, last)), file);
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

    private record Block(String place, String code) {
        boolean uses(String type) {
            return Pattern.compile("\\b" + type + "\\b").matcher(code).find();
        }
    }
}
