package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the Java blocks of README, guides and reference with the code between {@code // snippet:
 * name} and {@code // end} in the tests and examples, which is compiled and run. Line breaks and
 * indents may differ, and one block may join several snippets of one file. Assertions between
 * {@code // pause} and {@code // resume} are left out. Imports are compared with what the blocks of
 * their page use.
 */
class SnippetTest {
    private static final Pattern SNIPPET =
            Pattern.compile("// snippet: ([\\w-]+)\n(.*?)// end\\b", Pattern.DOTALL);

    private static final Pattern PAUSE =
            Pattern.compile("// pause\n(.*?)// resume\n", Pattern.DOTALL);

    private static final Map<List<String>, Path> COMPILED = compiled();

    @TestFactory
    Stream<DynamicTest> everyBlockIsCompiledAndRun() {
        return Block.pages()
                .flatMap(page -> code(page).stream())
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> isCompiled(block)));
    }

    /** A block that is not found is not compared: adapt the number with the page. */
    @Test
    void everyBlockIsFound() {
        Map<String, Long> found =
                Block.pages()
                        .flatMap(page -> Block.of(page).stream())
                        .map(SnippetTest::kind)
                        .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));

        assertThat(found)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "java", 107L,
                                "imports", 24L,
                                "yaml", 33L,
                                "sh", 15L,
                                "xml", 5L,
                                "json", 4L,
                                "js", 1L,
                                "", 15L));
    }

    private static String kind(Block block) {
        return block.language().equals("java") && block.code().isEmpty()
                ? "imports"
                : block.language();
    }

    @TestFactory
    Stream<DynamicTest> everyGuideNamesItsImports() {
        return Block.pages()
                .map(
                        page ->
                                DynamicTest.dynamicTest(
                                        page.getFileName().toString(), () -> namesImports(page)));
    }

    /** What a reader does not see must not be needed. */
    @TestFactory
    Stream<DynamicTest> aPauseHoldsOnlyAssertions() {
        return Repository.files(".java").stream()
                .filter(file -> !file.endsWith("SnippetTest.java"))
                .flatMap(file -> PAUSE.matcher(Repository.read(file)).results())
                .map(MatchResult::group)
                .map(pause -> DynamicTest.dynamicTest(pause, () -> holdsOnlyAssertions(pause)));
    }

    private static void holdsOnlyAssertions(String pause) {
        String hidden = PAUSE.matcher(pause).replaceAll("$1");
        assertThat(JavaCode.statements(hidden))
                .isNotEmpty()
                .allSatisfy(statement -> assertThat(statement.getFirst()).startsWith("assertThat"));
    }

    private static void isCompiled(Block block) {
        assertThat(COMPILED.containsKey(JavaCode.tokens(block.code())))
                .as("%s is the code of no snippet:%n%s", block.place(), block.code())
                .isTrue();
    }

    /** Those of the JDK everybody knows. Tests do not import what is in their own package. */
    private static void namesImports(Path page) {
        Set<String> used = new TreeSet<>();
        Set<String> imported = new HashSet<>();
        for (Block block : code(page)) {
            isCompiled(block);
            Path test = Objects.requireNonNull(COMPILED.get(JavaCode.tokens(block.code())));
            Block.IMPORT
                    .matcher(Repository.read(test))
                    .results()
                    .peek(found -> imported.add(found.group(1)))
                    .filter(found -> !found.group(1).startsWith("java."))
                    .filter(found -> block.uses(found.group(2)))
                    .forEach(found -> used.add(found.group(1)));
        }
        Set<String> named = new TreeSet<>();
        for (MatchResult found : Block.IMPORT.matcher(Repository.read(page)).results().toList()) {
            named.add(found.group(1));
            // Frameworks that are bridged are on the class path of their own tests only.
            if (!imported.contains(found.group(1))) {
                assertThat(classFile(found.group(1))).as(found.group(1)).isNotNull();
            }
            assertThat(code(page))
                    .as("blocks that use %s", found.group(1))
                    .anyMatch(block -> block.uses(found.group(2)));
        }
        if (page.toString().contains("/docs/guide/")) {
            assertThat(named).as("the imports of %s", page.getFileName()).containsAll(used);
        }
    }

    /** Not loaded, since what it extends may be missing here. */
    private static @Nullable URL classFile(String name) {
        return SnippetTest.class.getResource("/" + name.replace('.', '/') + ".class");
    }

    private static List<Block> code(Path page) {
        return Block.of(page).stream().filter(block -> kind(block).equals("java")).toList();
    }

    private static Map<List<String>, Path> compiled() {
        Map<List<String>, Path> code = new HashMap<>();
        for (Path file : Repository.files(".java")) {
            List<List<String>> snippets = new ArrayList<>();
            Matcher snippet = SNIPPET.matcher(Repository.read(file));
            while (snippet.find()) {
                String shown = PAUSE.matcher(snippet.group(2)).replaceAll("");
                snippets.add(JavaCode.tokens(shown));
            }
            for (int first = 0; first < snippets.size(); first++) {
                for (int last = first + 1; last <= snippets.size(); last++) {
                    code.put(
                            snippets.subList(first, last).stream().flatMap(List::stream).toList(),
                            file);
                }
            }
        }
        return code;
    }

    @Nested
    class Comparing {
        private static final String CODE = "String a = \"Hello \" + new Name(); // greets";

        @Test
        void lineBreaksAndIndentsMayDiffer() {
            assertThat(JavaCode.tokens("String a =\n  \"Hello \"\n+new Name();    // greets\n"))
                    .isEqualTo(JavaCode.tokens(CODE));
            assertThat(JavaCode.tokens("// one\n    // two")).containsExactly("// one two");
        }

        @Test
        void anotherStringOrCommentOrWordIsADifference() {
            assertThat(
                            Stream.of(
                                    CODE.replace("Hello ", "Hello"),
                                    CODE.replace("greets", "parts"),
                                    CODE.replace(" // greets", ""),
                                    CODE.replace("new Name", "newName")))
                    .extracting(JavaCode::tokens)
                    .doesNotContain(JavaCode.tokens(CODE));
        }

        @Test
        void blocksWithAttributesAndBlanksAreFound() {
            String page = "```java title=\"A.java\" \nint a;\n```\n  ``` Java\n  int b;\n  ```\n";

            assertThat(Block.of(Path.of("a.md"), page))
                    .extracting(Block::language, Block::code)
                    .containsExactly(tuple("java", "int a;"), tuple("java", "int b;"));
        }

        @Test
        void codeAfterImportsIsCompared() {
            String page = "```java\nimport a.B;\nnonsense\n```\n";

            assertThat(Block.of(Path.of("a.md"), page))
                    .extracting(Block::code)
                    .containsExactly("nonsense");
        }
    }
}
