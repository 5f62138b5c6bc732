package dev.alkdev.operations.processor;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** What the compiler made of a class {@code shop.Shop}. */
record Compilation(List<String> errors, List<String> warnings, Path folder) {

    /** Compiles with the processor, or without. */
    static Compilation of(String text, Path folder, boolean processed, Path... libraries)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            files.setLocation(StandardLocation.CLASS_OUTPUT, List.of(folder.toFile()));
            files.setLocation(StandardLocation.CLASS_PATH, classPath(libraries));
            JavaCompiler.CompilationTask task =
                    compiler.getTask(
                            null,
                            files,
                            found,
                            List.of("-parameters", processed ? "-proc:full" : "-proc:none"),
                            null,
                            List.of(new Source(text)));
            if (processed) {
                task.setProcessors(List.of(new OperationsProcessor()));
            }
            task.call();
        }
        List<String> errors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            String line = each.getLineNumber() + ": " + each.getMessage(Locale.ROOT);
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(line);
            } else if (each.getKind() == Diagnostic.Kind.WARNING) {
                warnings.add(line);
            }
        }
        return new Compilation(errors, warnings, folder);
    }

    private static List<File> classPath(Path... libraries) {
        List<File> all = new ArrayList<>();
        for (Path library : libraries) {
            all.add(library.toFile());
        }
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!each.isEmpty()) {
                all.add(new File(each));
            }
        }
        return all;
    }

    /** An instance of the class of this name, loaded apart. */
    Object instance(String name) throws ReflectiveOperationException, IOException {
        URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, Compilation.class.getClassLoader());
        var constructor = loader.loadClass(name).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("memory:///shop/Shop.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
