package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.scan.OperationManifest.Failure;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class FolderScanTest {
    private static final String SPEC =
            """
            {"namespace": "mail", "name": "send", "version": "1.0.0", "type": "mutation",
             "description": "Sends a letter", "inputSchema": {"type": "object"},
             "outputSchema": {"type": "string"}, "accessControl": {"requiredScopes": []}}
            """;

    @TempDir Path temporary;
    private ScanFolder folder;

    @BeforeEach
    void makeTheFolder() throws IOException {
        folder = new ScanFolder(Files.createDirectory(temporary.resolve("ops")));
    }

    private OperationManifest scan() {
        return OperationScanner.folder(folder.path()).scan();
    }

    private static List<String> ids(OperationManifest manifest) {
        return manifest.operations().stream()
                .map(OperationManifest.Found::spec)
                .map(OperationSpec::id)
                .toList();
    }

    private static String call(OperationManifest manifest, String id) {
        OperationRegistry registry = OperationRegistry.create();
        registry.registerAll(manifest.bindings());
        return registry.execute(id, Map.of("id", "A-17")).data().path("text").asString();
    }

    @Nested
    class JavaFiles {
        @Test
        void aSourceIsCompiledAndCanBeCalled() {
            folder.write("Shop.java", ScanFolder.query("Shop", "shop", "found"));

            OperationManifest manifest = scan();

            assertThat(manifest.failures()).isEmpty();
            assertThat(ids(manifest)).containsExactly("shop.get");
            assertThat(manifest.operations().getFirst().file()).isEqualTo("Shop.java");
            assertThat(call(manifest, "shop.get")).isEqualTo("found A-17");
        }

        @Test
        void aSourceMayHaveAPackageSeveralClassesAndAByteOrderMark() {
            String second = ScanFolder.query("Other", "other", "second");
            folder.write(
                    "deep/below/Shop.java",
                    "\uFEFFpackage com.acme.shop;\n"
                            + ScanFolder.query("Shop", "shop", "first")
                            + second.substring(second.indexOf("@Operations")));

            OperationManifest manifest = scan();

            assertThat(manifest.failures()).isEmpty();
            assertThat(ids(manifest)).containsExactly("other.get", "shop.get");
            assertThat(call(manifest, "other.get")).isEqualTo("second A-17");
        }

        @Test
        void aSourceMayUseClassesOfOtherSources() {
            folder.write("money/Money.java", "package money; public record Money(String text) {}");
            folder.write(
                    "Shop.java",
                    """
                    import dev.alkdev.operations.code.*;
                    @Operations("shop") class Shop {
                        @Query money.Money get(String id) { return new money.Money("1 " + id); }
                    }
                    """);

            OperationManifest manifest = scan();

            assertThat(manifest.failures()).isEmpty();
            assertThat(call(manifest, "shop.get")).isEqualTo("1 A-17");
        }

        @Test
        void classesOfTheSameNameInTwoSourcesDoNotMeet() {
            folder.write("a/Shop.java", ScanFolder.query("Shop", "first", "a"));
            folder.write("b/Shop.java", ScanFolder.query("Shop", "second", "b"));

            OperationManifest manifest = scan();

            assertThat(manifest.failures()).isEmpty();
            assertThat(call(manifest, "first.get")).isEqualTo("a A-17");
            assertThat(call(manifest, "second.get")).isEqualTo("b A-17");
        }

        @Test
        void aClassHidesOneOfTheProgramWithItsName() {
            String source = ScanFolder.query("FolderScanTest", "shop", "own");
            folder.write("FolderScanTest.java", "package dev.alkdev.operations.scan;\n" + source);

            assertThat(call(scan(), "shop.get")).isEqualTo("own A-17");
        }

        @Test
        void theJavadocOfASourceDescribesItsOperations() {
            folder.write(
                    "Shop.java",
                    """
                    import dev.alkdev.operations.code.*;
                    @Operations("shop") class Shop {
                        /**
                         * Finds an order.
                         *
                         * @param id its number
                         */
                        @Query String get(String id) { return id; }
                    }
                    """);

            OperationSpec spec = scan().operations().getFirst().spec();

            assertThat(spec.description()).isEqualTo("Finds an order.");
            assertThat(spec.inputSchema().toJson().at("/properties/id/description").asString())
                    .isEqualTo("its number");
        }

        @Test
        void otherWaysToMakeObjectsAreUsed() {
            folder.write(
                    "Shop.java",
                    """
                    import dev.alkdev.operations.code.*;
                    @Operations("shop") class Shop {
                        record Answer(String text) {}
                        private final String prefix;
                        Shop(String prefix) { this.prefix = prefix; }
                        @Query Answer get(String id) { return new Answer(prefix + id); }
                    }
                    """);

            OperationManifest manifest =
                    OperationScanner.folder(folder.path())
                            .instances(FolderScanTest::injected)
                            .scan();

            assertThat(call(manifest, "shop.get")).isEqualTo("injected A-17");
            assertThat(scan().failures())
                    .containsExactly(
                            new Failure(
                                    "Shop.java",
                                    "line 2",
                                    "Shop: it needs a constructor without parameters, and has to"
                                            + " be static if it is within another class; or give"
                                            + " the scanner a factory"));
        }
    }

    private static Object injected(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor(String.class);
            constructor.setAccessible(true);
            return constructor.newInstance("injected ");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Nested
    class OtherFiles {
        @Test
        void theClassesOfAJarAreLoaded() {
            String source = ScanFolder.query("Shop", "shop", "packed");
            folder.write("shop.jar", ScanFolder.jar("Shop", source, temporary));

            OperationManifest manifest = scan();

            assertThat(manifest.failures()).isEmpty();
            assertThat(call(manifest, "shop.get")).isEqualTo("packed A-17");
        }

        @Test
        void aJarMayHaveResourcesAndClassesThatImplementAnAnnotatedInterface() throws IOException {
            String source =
                    """
                    import dev.alkdev.operations.code.*;
                    @Operations("shop") interface Api { @Query String get(); }
                    abstract class Base implements Api {}
                    class Shop extends Base {
                        public String get() {
                            try (var in = Shop.class.getResourceAsStream("answer.txt")) {
                                return new String(in.readAllBytes());
                            } catch (java.io.IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        }
                    }
                    """;
            Map<String, byte[]> files =
                    new java.util.TreeMap<>(
                            JarContent.of(ScanFolder.jar("Shop", source, temporary)).files());
            files.put("answer.txt", "42".getBytes(StandardCharsets.UTF_8));
            folder.write("shop.jar", ScanFolder.zip(files));

            OperationManifest manifest = scan();

            OperationRegistry registry = OperationRegistry.create();
            registry.registerAll(manifest.bindings());
            assertThat(manifest.failures()).isEmpty();
            assertThat(registry.execute("shop.get", Map.of()).data().asString()).isEqualTo("42");
        }

        @Test
        void aSpecWaitsForItsHandler() {
            folder.write("send.operation.json", SPEC);
            folder.write(
                    "read.operation.yaml",
                    """
                    namespace: mail
                    name: read
                    version: 1.0.0
                    type: query
                    description: Reads a letter
                    inputSchema: {type: object}
                    outputSchema: {type: string}
                    accessControl: {requiredScopes: [mail]}
                    """);
            OperationRegistry registry = OperationRegistry.create();
            try (ScanSource source = OperationScanner.folder(folder.path()).source()) {
                source.start(registry);

                assertThat(source.status().leftOut()).isEmpty();
                assertThat(source.status().operations()).isEqualTo(2);
                assertThatThrownBy(() -> registry.execute("mail.send", Map.of()))
                        .isInstanceOf(CallException.class)
                        .hasMessage("no handler is registered for operation mail.send");
                registry.registerHandler("mail.send", (input, context) -> "sent");
                assertThat(registry.execute("mail.send", Map.of()).data().asString())
                        .isEqualTo("sent");
                assertThat(registry.spec("mail.read").accessControl().requiredScopes())
                        .containsExactly("mail");
            }
        }

        @Test
        void filesOfAnyFileSystemAreRead() throws IOException {
            URI zip = URI.create("jar:" + temporary.resolve("ops.zip").toUri());
            String packed = ScanFolder.query("Packed", "packed", "jar in zip");
            try (FileSystem memory = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
                folder = new ScanFolder(memory.getPath("/ops"));
                folder.write("deep/Shop.java", ScanFolder.query("Shop", "shop", "zip"));
                folder.write("send.operation.json", SPEC);
                folder.write("packed.jar", ScanFolder.jar("Packed", packed, temporary));

                OperationManifest manifest = scan();

                assertThat(manifest.failures()).isEmpty();
                assertThat(ids(manifest)).containsExactly("shop.get", "packed.get", "mail.send");
                assertThat(call(manifest, "shop.get")).isEqualTo("zip A-17");
                assertThat(call(manifest, "packed.get")).isEqualTo("jar in zip A-17");
            }
        }

        @Test
        void hiddenAndOtherFilesAreLeftOut() throws IOException {
            folder.write(".Shop.java", "class");
            folder.write(".git/Shop.java", "class");
            folder.write("Shop.java~", "class");
            folder.write("notes.json", "{");
            Files.createSymbolicLink(folder.path().resolve("again"), folder.path());
            Files.createSymbolicLink(
                    folder.path().resolve("Gone.java"), folder.path().resolve("nowhere"));

            assertThat(scan()).isEqualTo(new OperationManifest(List.of(), List.of()));
        }

        @Test
        void tenThousandFilesAreLookedThroughQuickly() throws IOException {
            for (int i = 0; i < 10_000; i++) {
                Path below = folder.path().resolve("d" + i % 100);
                Files.createDirectories(below);
                Files.writeString(
                        below.resolve("Helper" + i + ".java"), "class Helper" + i + " {}");
            }
            folder.write("Shop.java", ScanFolder.query("Shop", "shop", "found"));

            assertThat(ids(scan())).containsExactly("shop.get");
        }
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        Path missing = temporary.resolve("missing");

        assertThatThrownBy(() -> OperationScanner.folder(missing).scan())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("there is no folder " + missing);
    }
}
