package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.scan.OperationManifest.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What is wrong is reported with file, place and reason, and the rest is brought in. */
class FailureTest {
    @TempDir Path temporary;
    private ScanFolder folder;

    @BeforeEach
    void aFolderWithOneGoodFile() {
        folder = new ScanFolder(temporary.resolve("ops"));
        folder.write("Good.java", ScanFolder.query("Good", "good", "good"));
    }

    private List<Failure> failures() {
        OperationManifest manifest = OperationScanner.folder(folder.path()).scan();
        assertThat(manifest.operations())
                .as("the rest is there")
                .anyMatch(found -> found.spec().id().equals("good.get"));
        return manifest.failures();
    }

    private void assertFails(String file, String text, Failure... expected) {
        folder.write(file, text);
        assertThat(failures()).containsExactly(expected);
    }

    @Test
    void aSyntaxErrorHasItsLine() {
        assertFails(
                "Bad.java",
                "import dev.alkdev.operations.code.*;\n"
                        + "@Operations(\"bad\") class Bad {\n"
                        + "  int x\n"
                        + "}",
                new Failure("Bad.java", "line 3, column 8", "';' expected"));
    }

    @Test
    void anErrorInAClassThatIsUsedNamesItsFile() {
        folder.write("Money.java", "class Money { Cent cent; }");
        assertFails(
                "Bad.java",
                "import dev.alkdev.operations.code.*;\n"
                        + "@Operations(\"bad\") class Bad { @Query Money get() { return null; } }",
                new Failure(
                        "Bad.java",
                        "Money.java, line 1, column 15",
                        "cannot find symbol\n  symbol:   class Cent\n  location: class Money"));
    }

    @Test
    void anOverrideThatWeakensTheAccessIsLeftOut() {
        folder.write(
                "Base.java",
                "import dev.alkdev.operations.code.*;\n"
                    + "abstract class Base { @Query(scopes = \"admin\") abstract String get(); }");
        assertFails(
                "Bad.java",
                """
                import dev.alkdev.operations.code.*;
                @Operations("bad") class Bad extends Base {
                    @Query String get() { return ""; }
                }
                """,
                new Failure(
                        "Bad.java",
                        "line 3, column 19",
                        "Bad.get: it requires less access than Base.get, which is the same method;"
                                + " repeat that access, or require more"));
    }

    @Test
    void aWrongDeclarationHasTheLineOfItsMethod() {
        assertFails(
                "Bad.java",
                """
                import dev.alkdev.operations.code.*;
                @Operations("bad") class Bad {
                    @Query String fine() { return ""; }

                    @Subscription
                    String watch(String id) { return id; }

                    @Query
                    private String hidden() { return ""; }
                }
                """,
                new Failure("Bad.java", "line 6, column 12", watchFault()),
                new Failure(
                        "Bad.java",
                        "line 9, column 20",
                        "Bad.hidden: it is private or static; an operation is a method of an"
                                + " object"));
    }

    private static String watchFault() {
        return "Bad.watch: a subscription returns a Stream, Iterator, Iterable or Flow.Publisher,"
                + " or has a parameter Emitter and returns nothing";
    }

    @Test
    void aForgottenAnnotationIsNamed() {
        assertFails(
                "Bad.java",
                "import dev.alkdev.operations.code.*;\n"
                        + "class Bad { @Query int get() { return 1; } }",
                new Failure(
                        "Bad.java",
                        "line 2",
                        "Bad: it has operations, but no @Operations(\"namespace\")"));
    }

    @Test
    void codeThatFailsWhenItIsLoadedIsReported() {
        String head = "import dev.alkdev.operations.code.*;\n@Operations(\"bad\") ";
        folder.write(
                "A.java",
                head
                        + "class A { A() { throw new IllegalStateException(\"no database\"); }"
                        + " @Query int get() { return 1; } }");
        folder.write(
                "B.java",
                head
                        + "class B { static final int X = Integer.parseInt(\"x\");"
                        + " @Query int get() { return X; } }");
        folder.write(
                "C.java", head + "class C { C() { new C(); } @Query int get() { return 1; } }");

        assertThat(failures())
                .extracting(Failure::reason)
                .containsExactly(
                        "A: its constructor failed: java.lang.IllegalStateException: no database",
                        "B: its static initializer failed: java.lang.NumberFormatException: For"
                                + " input string: \"x\"",
                        "C: its constructor failed: java.lang.StackOverflowError");
    }

    @Test
    void theTextOfManyErrorsIsBounded() {
        String many = "int " + "x".repeat(5_000) + " = " + "y".repeat(5_000) + ";\n";
        folder.write(
                "Bad.java",
                "import dev.alkdev.operations.code.*;\n"
                        + "@Operations(\"bad\") class Bad { @Query void f() {\n"
                        + many.repeat(500)
                        + "} }");

        List<Failure> failures = failures();

        assertThat(failures).hasSize(11);
        assertThat(failures.getLast().reason()).matches("and \\d+ more");
        assertThat(failures).allMatch(failure -> failure.reason().length() < 600);
    }

    @Test
    void aFileThatIsTooLargeForTheHeapIsReported() {
        int size = (int) (Runtime.getRuntime().maxMemory() / 64) + 1;
        folder.write("big.operation.yaml", "#".repeat(size));

        assertThat(failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.file()).isEqualTo("big.operation.yaml"))
                .satisfies(
                        failure -> assertThat(failure.reason()).contains("in a heap of this size"));
    }

    @Test
    void aSourceInAnotherEncodingIsRefused() {
        folder.write(
                "Bad.java",
                "@Operations(\"b\") class Bad { String s = \"ä\"; }"
                        .getBytes(StandardCharsets.ISO_8859_1));

        assertThat(failures())
                .containsExactly(new Failure("Bad.java", "", "it is not encoded in UTF-8"));
    }

    @Test
    void anOperationThatIsDeclaredTwiceIsTakenOnce() {
        folder.write("Later.java", ScanFolder.query("Later", "good", "later"));

        assertThat(failures())
                .containsExactly(
                        new Failure(
                                "Later.java",
                                "",
                                "good.get is declared twice, first in Good.java"));
    }

    @Test
    void aSpecThatIsWrongHasTheJsonPointer() {
        folder.write("a.operation.json", "{\"namespace\": \"a b\"}");
        folder.write("b.operation.json", "{\"namespace\": ");
        folder.write("c.operation.yaml", "namespace: [\n");
        folder.write("d.operation.yaml", "a: &a [*a]");

        List<Failure> failures = failures();

        assertThat(failures)
                .extracting(Failure::file)
                .contains("a.operation.json", "b.operation.json")
                .contains("c.operation.yaml", "d.operation.yaml");
        assertThat(failures)
                .filteredOn(failure -> failure.file().equals("a.operation.json"))
                .anyMatch(failure -> failure.place().equals("/namespace"));
        assertThat(failures)
                .filteredOn(failure -> failure.file().equals("b.operation.json"))
                .allMatch(failure -> failure.reason().startsWith("not JSON: "));
        assertThat(failures)
                .filteredOn(failure -> failure.file().equals("c.operation.yaml"))
                .allMatch(failure -> failure.place().equals("line 2, column 1"));
    }

    @Test
    void unknownKeysOfASpecAreRefusedWithTheirPlace() {
        String spec =
                """
                namespace: a
                name: %s
                version: "1"
                type: query
                description: d
                inputSchema: {}
                outputSchema: {}
                accessControl: {%s}
                %s
                """;
        folder.write("a.operation.yaml", spec.formatted("one", "requiredScope: [x]", ""));
        folder.write("b.operation.yaml", spec.formatted("two", "requiredScopes: [x]", "tag: [y]"));
        folder.write("c.operation.yaml", spec.formatted("three", "requiredScopes: [x]", ""));

        assertThat(failures())
                .extracting(Failure::toString)
                .satisfiesExactlyInAnyOrder(
                        one ->
                                assertThat(one)
                                        .contains(
                                                "a.operation.yaml", "/accessControl/requiredScope")
                                        .contains("did you mean 'requiredScopes'?"),
                        two -> assertThat(two).contains("b.operation.yaml", "/tag", "'tags'"));
    }

    @Test
    void halfOfAJarIsRefused() {
        byte[] jar = ScanFolder.jar("Shop", ScanFolder.query("Shop", "shop", "packed"), temporary);
        folder.write("half.jar", Arrays.copyOf(jar, jar.length / 2));
        folder.write("text.jar", "no jar at all");

        assertThat(failures())
                .extracting(Failure::reason)
                .containsExactly(
                        "it cannot be read: it is not a jar, or only the first part of one",
                        "it cannot be read: it is not a jar, or only the first part of one");
    }

    @Test
    void withoutACompilerASourceIsRefusedAndTheRestIsThere() {
        String packed = ScanFolder.query("Packed", "packed", "packed");
        folder.write("packed.jar", ScanFolder.jar("Packed", packed, temporary));
        ScanOptions runtime =
                new ScanOptions(Instances::create, null, () -> null, Duration.ofSeconds(10));

        OperationManifest manifest;
        try (FolderScan scan = new FolderScan(folder.path(), runtime)) {
            manifest = scan.read();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }

        assertThat(manifest.operations()).hasSize(1);
        assertThat(manifest.failures())
                .containsExactly(
                        new Failure(
                                "Good.java",
                                "",
                                "a Java source needs a JDK, but "
                                        + System.getProperty("java.home")
                                        + " has no compiler; run with a JDK, or bring a jar"));
    }
}
