package dev.alkdev.operations.code;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Generated sources, compiled in memory by the JDK that runs the test. */
final class CompiledSources extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private CompiledSources() {
        super(CompiledSources.class.getClassLoader());
    }

    /** Compiles all sources at once, with parameter names and all warnings. */
    static CompiledSources of(List<JavaSource> sources) {
        return of(sources, "-parameters");
    }

    /** As {@link #of(List)}, without the names of parameters. */
    static CompiledSources withoutNames(List<JavaSource> sources) {
        return of(sources, "-g");
    }

    private static CompiledSources of(List<JavaSource> sources, String option) {
        CompiledSources compiled = new CompiledSources();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, null, null);
        compiler.getTask(
                        null,
                        compiled.new Memory(files),
                        diagnostics,
                        List.of(option, "-proc:none", "-Xlint:all", "-Xmaxerrs", "20"),
                        null,
                        sources.stream().map(Source::new).toList())
                .call();
        for (Diagnostic<? extends JavaFileObject> each : diagnostics.getDiagnostics()) {
            // How annotations of libraries are made is none of our business.
            if (each.getSource() instanceof Source) {
                compiled.problems.add(each.toString());
            }
        }
        return compiled;
    }

    /** Errors and warnings. */
    List<String> problems() {
        return problems;
    }

    Class<?> load(JavaSource source) throws ClassNotFoundException {
        return loadClass(source.name());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(JavaSource source) {
            super(URI.create("memory:///" + source.path()), Kind.SOURCE);
            this.text = source.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(name, bytes);
            return new SimpleJavaFileObject(
                    URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
