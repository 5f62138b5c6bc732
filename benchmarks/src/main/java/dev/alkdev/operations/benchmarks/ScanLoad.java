package dev.alkdev.operations.benchmarks;

import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;

import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.scan.OperationScanner;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.ScanResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Scans 1,000 classes of two operations and a record each, in a JVM that has just started: by
 * {@link OperationScanner}, and by ClassGraph with a generator of schemas alone, which gives an
 * input and an output schema for each method and nothing that can be called. Each in turns, three
 * times.
 */
public final class ScanLoad {
    private static final int CLASSES = 1_000;
    private static final int ROUNDS = 3;

    private ScanLoad() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            scan(arguments[0], Path.of(arguments[1]));
            return;
        }
        Path classes = compiled(Files.createTempDirectory("scan"));
        for (int round = 0; round < ROUNDS; round++) {
            start("operations", classes);
            start("generator", classes);
        }
    }

    private static void start(String way, Path classes) throws Exception {
        String java = ProcessHandle.current().info().command().orElse("java");
        new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScanLoad.class.getName(),
                        way,
                        classes.toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    private static void scan(String way, Path classes) throws IOException {
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, ScanLoad.class.getClassLoader())) {
            long start = System.nanoTime();
            long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            int found =
                    way.equals("operations")
                            ? OperationScanner.packages("generated")
                                    .loader(loader)
                                    .scan()
                                    .bindings()
                                    .size()
                            : generated(loader);
            System.out.printf(
                    "%-10s %d operations in %d ms, %d ms of processor time of its thread, %d ms of"
                            + " the process%n",
                    way,
                    found,
                    (System.nanoTime() - start) / 1_000_000,
                    (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor)
                            / 1_000_000,
                    ProcessHandle.current()
                            .info()
                            .totalCpuDuration()
                            .orElse(Duration.ZERO)
                            .toMillis());
        }
    }

    private static int generated(ClassLoader loader) {
        SchemaGenerator generator =
                new SchemaGenerator(
                        new SchemaGeneratorConfigBuilder(
                                        SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                                .build());
        int found = 0;
        try (ScanResult result =
                new ClassGraph()
                        .acceptPackages("generated")
                        .addClassLoader(loader)
                        .enableAnnotationInfo()
                        .scan()) {
            for (Class<?> type : result.getClassesWithAnnotation(Operations.class).loadClasses()) {
                for (Method method : type.getDeclaredMethods()) {
                    if (method.isAnnotationPresent(Query.class)
                            || method.isAnnotationPresent(Mutation.class)) {
                        generator.generateSchema(method.getGenericReturnType());
                        for (Type parameter : method.getGenericParameterTypes()) {
                            generator.generateSchema(parameter);
                        }
                        found++;
                    }
                }
            }
        }
        return found;
    }

    private static Path compiled(Path folder) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<Path> sources = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            sources.add(source(folder, "Shop" + i));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of(
                            "-parameters",
                            "-proc:none",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-d",
                            classes.toString());
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IllegalStateException("the classes do not compile");
            }
        }
        return classes;
    }

    private static Path source(Path folder, String name) {
        String text =
                """
                package generated;
                import dev.alkdev.operations.code.*;
                import java.util.List;
                @Operations("%1$s") public class %1$s {
                    record Order(String id, int quantity, List<String> notes) {}
                    @Query(description = "Finds an order") Order get(String id) {
                        return new Order(id, 1, List.of());
                    }
                    @Mutation(scopes = "orders") Order add(Order order) { return order; }
                }
                """
                        .formatted(name);
        try {
            return Files.writeString(folder.resolve(name + ".java"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
