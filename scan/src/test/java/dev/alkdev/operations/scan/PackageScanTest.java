package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.scan.OperationManifest.Failure;
import dev.alkdev.operations.scan.OperationManifest.Found;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

class PackageScanTest {
    private static final String HERE = "dev.alkdev.operations.scan";

    @Operations("found")
    static class Annotated {
        private final String answer;

        Annotated() {
            this("by constructor");
        }

        private Annotated(String answer) {
            this.answer = answer;
        }

        @Query
        String get() {
            return answer;
        }
    }

    @Operations("api")
    interface Api {
        @Query
        String name();
    }

    static final class Implementation implements Api {
        @Override
        public String name() {
            return "implementation";
        }
    }

    @Test
    void annotatedClassesAreFoundWithThoseThatImplementAnnotatedInterfaces() {
        OperationManifest manifest = OperationScanner.packages(HERE).scan();

        assertThat(manifest.failures()).isEmpty();
        assertThat(manifest.operations())
                .extracting(found -> found.spec().id(), Found::file)
                .containsExactly(
                        tuple("found.get", Annotated.class.getName()),
                        tuple("api.name", Implementation.class.getName()));
    }

    @Test
    void objectsMayComeFromElsewhere() {
        OperationManifest manifest =
                OperationScanner.packages(HERE)
                        .instances(
                                type ->
                                        type == Annotated.class
                                                ? new Annotated("injected")
                                                : Instances.create(type))
                        .scan();

        OperationRegistry registry = OperationRegistry.create();
        registry.registerAll(manifest.bindings());
        assertThat(registry.execute("found.get", Map.of()).data().asString()).isEqualTo("injected");
    }

    @Test
    void aPackageWithoutOperationsIsAFailure() {
        assertThat(OperationScanner.packages("com.acme").scan())
                .isEqualTo(
                        new OperationManifest(
                                List.of(),
                                List.of(
                                        new Failure(
                                                "com.acme",
                                                "",
                                                "no class with @Operations was found in"
                                                        + " com.acme"))));
    }

    @Test
    void aThousandClassesAreScannedInSeconds(@TempDir Path temporary) throws IOException {
        Path classes = compiled(1_000, temporary);
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            long before = cpuTime();
            OperationManifest manifest =
                    OperationScanner.packages("generated").loader(loader).scan();
            Duration taken = Duration.ofNanos(cpuTime() - before);

            assertThat(manifest.failures()).isEmpty();
            assertThat(manifest.operations())
                    .hasSize(2_000)
                    .allMatch(found -> OperationSpec.SCHEMA.accepts(found.spec().toJson()));
            // On a machine with nothing else to do it takes less than two; see performance.md.
            assertThat(taken).isLessThan(Duration.ofSeconds(20));
        }
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static Path compiled(int count, Path temporary) throws IOException {
        Path sources = Files.createDirectory(temporary.resolve("sources"));
        Path classes = Files.createDirectory(temporary.resolve("classes"));
        List<Path> files =
                IntStream.range(0, count).mapToObj(i -> source(sources, "Shop" + i)).toList();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-parameters", "-proc:none", "-d", classes.toString());
            assertThat(
                            compiler.getTask(
                                            null,
                                            manager,
                                            null,
                                            options,
                                            null,
                                            manager.getJavaFileObjectsFromPaths(files))
                                    .call())
                    .isTrue();
        }
        return classes;
    }

    private static Path source(Path folder, String name) {
        String text =
                """
                package generated;
                import dev.alkdev.operations.code.*;
                import java.util.List;
                @Operations("%s") public class %s {
                    record Order(String id, int quantity, List<String> notes) {}
                    @Query(description = "Finds an order") Order get(String id) {
                        return new Order(id, 1, List.of());
                    }
                    @Mutation(scopes = "orders") Order add(Order order) { return order; }
                }
                """
                        .formatted(name, name);
        try {
            return Files.writeString(folder.resolve(name + ".java"), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
