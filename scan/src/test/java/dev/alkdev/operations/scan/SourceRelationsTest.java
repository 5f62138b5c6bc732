package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.scan.OperationManifest.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sources of a folder that use one another, lose their operations, or do not load. */
class SourceRelationsTest {
    private static final String IMPORT = "import dev.alkdev.operations.code.*;\n";

    @TempDir Path temporary;
    private ScanFolder folder;

    @BeforeEach
    void createFolder() {
        folder = new ScanFolder(temporary.resolve("ops"));
    }

    private void assertFinds(String... ids) {
        OperationManifest manifest = OperationScanner.folder(folder.path()).scan();
        assertThat(manifest.failures()).isEmpty();
        assertThat(manifest.operations()).extracting(each -> each.spec().id()).containsExactly(ids);
    }

    @Nested
    class Declarations {
        @Test
        void findsEachOperationInItsOwnFileAlthoughAnotherFileUsesIt() {
            folder.write(
                    "p/A.java",
                    "package p;\n"
                            + IMPORT
                            + "@Operations(\"a\") public class A { B b = new B(); Outer.Inner i;"
                            + " @Query public int get() { return b.get(); } }");
            folder.write(
                    "p/B.java",
                    "package p;\n"
                            + IMPORT
                            + "@Operations(\"b\") public class B { @Query public int get() {"
                            + " return 2; } }");
            folder.write(
                    "p/Outer.java",
                    "package p;\n"
                            + IMPORT
                            + "public class Outer { @Operations(\"inner\") public static class"
                            + " Inner { @Query public int get() { return 3; } } }");

            assertFinds("a.get", "b.get", "inner.get");
        }

        @Test
        void findsClassesWhoseAnnotatedTypesAreInOtherFiles() {
            folder.write(
                    "Tasks.java",
                    IMPORT + "@Operations(\"tasks\") interface Tasks { @Query int get(); }");
            folder.write("Base.java", "abstract class Base<T> implements Runnable, Tasks {}");
            folder.write(
                    "Impl.java",
                    "class Impl\n  extends Base<java.util.List<String>> {"
                            + " public int get() { return 1; } public void run() {} }");

            assertFinds("tasks.get");
        }

        @Test
        void readsThePackageFromCodeOnly() {
            folder.write(
                    "shop/A.java",
                    "/* was\npackage old;\n*/\n// package older;\npackage shop;\n"
                            + IMPORT
                            + "@Operations(\"a\") public class A { String s = \"package no; \\\"\";"
                            + " @Query public int get() { return new Helper().x; } }");
            folder.write(
                    "shop/Helper.java",
                    "/** Was\n package old; */\npackage shop; class Helper { int x = 1; }");

            assertFinds("a.get");
        }
    }

    @Nested
    class Changes {
        private OperationRegistry registry = OperationRegistry.create();

        @Test
        void keepsTheOperationsOfASourceThatIsCutOrEmptied() {
            folder.write("W.java", ScanFolder.query("W", "w", "first"));
            try (ScanSource source = OperationScanner.folder(folder.path()).source()) {
                source.start(registry);
                for (String wrong : List.of("class {", IMPORT + "class {", "", "// nothing")) {
                    folder.write("W.java", wrong);
                    source.reload();

                    assertThat(registry.find("w.get")).as(wrong).isPresent();
                    assertThat(source.status().leftOut()).as(wrong).containsKey("W.java");
                }
                folder.write("W.java", "class W {}");
                source.reload();
                assertThat(registry.find("w.get")).as("a class without operations").isEmpty();
                assertThat(source.status().leftOut()).isEmpty();
            }
        }

        @Test
        void removesTheOperationsOfAClassWhoseInterfaceIsNoLongerAnnotated() {
            String tasks = "@Operations(\"tasks\") interface Tasks { @Query int get(); }";
            folder.write("Tasks.java", IMPORT + tasks);
            folder.write(
                    "Impl.java", "class Impl implements Tasks { public int get() { return 1; } }");
            try (ScanSource source = OperationScanner.folder(folder.path()).source()) {
                source.start(registry);
                assertThat(registry.find("tasks.get")).isPresent();

                folder.write("Tasks.java", "interface Tasks { int get(); }");
                source.reload();

                assertThat(registry.find("tasks.get")).isEmpty();
                assertThat(source.status().leftOut()).isEmpty();
            }
        }
    }

    @Nested
    class ClassesThatDoNotLoad {
        @Test
        void failAloneWhileOtherFilesAreLoadedAndReloaded() {
            String head = IMPORT + "@Operations(\"bad\") class ";
            folder.write(
                    "Blocks.java",
                    head
                            + "Blocks { static final int X = block(); static int block() { try {"
                            + " Thread.sleep(600_000); } catch (InterruptedException e) {}"
                            + " return 1; } @Query int get() { return X; } }");
            folder.write(
                    "Computes.java",
                    head
                            + "Computes { Computes() { while (!Thread.currentThread()"
                            + ".isInterrupted()) { } } @Query int get() { return 1; } }");
            folder.write("Good.java", ScanFolder.query("Good", "good", "first"));
            ScanOptions options = ScanOptions.defaults().withLoadingLimit(Duration.ofSeconds(2));
            OperationRegistry registry = OperationRegistry.create();
            try (ScanSource source =
                    new ScanSource("ops", new FolderScan(folder.path(), options), null)) {
                source.start(registry);

                assertThat(source.manifest().failures())
                        .extracting(Failure::file)
                        .containsExactly("Blocks.java", "Computes.java");
                assertThat(source.manifest().failures())
                        .extracting(Failure::reason)
                        .containsOnly(
                                "its classes were not loaded within 2 s: a static initializer or"
                                        + " constructor does not return");
                folder.write("Good.java", ScanFolder.query("Good", "good", "second"));
                source.reload();
                assertThat(registry.execute("good.get", Map.of("id", "x")).data().path("text"))
                        .hasToString("\"second x\"");
            }
        }
    }
}
