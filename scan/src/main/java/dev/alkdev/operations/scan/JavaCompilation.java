package dev.alkdev.operations.scan;

import dev.alkdev.operations.processor.OperationsProcessor;
import dev.alkdev.operations.scan.JavaSources.Source;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Compiles sources in memory, each by itself with those that it uses: what is wrong with one does
 * not concern the others, and each can be loaded and freed by itself. For one thread at a time.
 */
final class JavaCompilation implements AutoCloseable {
    static final String NO_COMPILER =
            "a Java source needs a JDK, but "
                    + System.getProperty("java.home")
                    + " has no compiler; run with a JDK, or bring a jar";

    private final ScanOptions options;
    private final JavaSources sources;
    private @Nullable StandardJavaFileManager classPath;

    JavaCompilation(ScanOptions options, JavaSources sources) {
        this.options = options;
        this.sources = sources;
    }

    /** Compiles a source; null if that is not possible, which is noted. */
    @Nullable MemoryFiles compile(Source source, Findings findings) {
        JavaCompiler compiler = options.compiler().find();
        if (compiler == null) {
            findings.fail("", NO_COMPILER);
            return null;
        }
        try {
            StandardJavaFileManager shared = classPath(compiler);
            MemoryFiles files = new MemoryFiles(shared, sources, source);
            JavaCompiler.CompilationTask task =
                    compiler.getTask(
                            Writer.nullWriter(),
                            files,
                            diagnostic -> note(diagnostic, source, findings),
                            List.of("-parameters", "-implicit:class", "-nowarn", "-Xlint:none"),
                            null,
                            List.of(files.source()));
            task.setLocale(Locale.ROOT);
            // Ours and no other of the class path: it checks declarations, and keeps the Javadoc.
            task.setProcessors(List.of(new OperationsProcessor()));
            boolean compiled = task.call();
            if (!compiled && findings.failures().isEmpty()) {
                findings.fail("", "the compiler refused it");
            }
            return compiled ? files : null;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The compiler wraps what it stumbles over.
            findings.fail("", "the compiler failed: " + (e.getCause() == null ? e : e.getCause()));
            return null;
        }
    }

    private static void note(
            Diagnostic<? extends JavaFileObject> diagnostic, Source source, Findings findings) {
        if (diagnostic.getKind() != Diagnostic.Kind.ERROR) {
            return;
        }
        String place =
                diagnostic.getLineNumber() == Diagnostic.NOPOS
                        ? ""
                        : SourceText.place(
                                diagnostic.getLineNumber(), diagnostic.getColumnNumber());
        boolean elsewhere =
                diagnostic.getSource() instanceof SourceText text
                        && !text.file().equals(source.file());
        String where = elsewhere ? ((SourceText) diagnostic.getSource()).file() + ", " : "";
        findings.fail(where + place, diagnostic.getMessage(Locale.ROOT));
    }

    private StandardJavaFileManager classPath(JavaCompiler compiler) throws IOException {
        StandardJavaFileManager known = classPath;
        if (known == null) {
            known = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
            known.setLocationFromPaths(
                    javax.tools.StandardLocation.CLASS_PATH, paths(options.usedLoader()));
            classPath = known;
        }
        return known;
    }

    /** The class path of the program, and what class loaders between it and ours have. */
    private static List<Path> paths(ClassLoader loader) {
        List<Path> paths = new ArrayList<>();
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    addFile(url, paths);
                }
            }
        }
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            paths.add(Path.of(path));
        }
        return paths;
    }

    private static void addFile(URL url, List<Path> paths) {
        try {
            if (url.getProtocol().equals("file")) {
                paths.add(Path.of(url.toURI()));
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IllegalStateException("no path: " + url, e);
        }
    }

    /** The places of the classes and methods of a source. */
    SourcePlaces places(Source source) {
        JavaCompiler compiler = options.compiler().find();
        return compiler == null
                ? SourcePlaces.NONE
                : SourcePlaces.of(compiler, JavaSources.text(source, used -> {}));
    }

    @Override
    public void close() {
        try {
            if (classPath != null) {
                classPath.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
