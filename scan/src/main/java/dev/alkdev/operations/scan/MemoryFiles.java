package dev.alkdev.operations.scan;

import dev.alkdev.operations.scan.JavaSources.Source;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/**
 * The files of one compilation: the classes that a source uses are from the class path and from the
 * other sources of the folder, what is compiled stays in memory.
 */
final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final JavaSources sources;
    private final Source source;
    private final Map<String, byte[]> output = new TreeMap<>();
    private final Set<String> classes = new TreeSet<>();
    private final Set<String> used = new HashSet<>();

    MemoryFiles(JavaFileManager classPath, JavaSources sources, Source source) {
        super(classPath);
        this.sources = sources;
        this.source = source;
    }

    SourceText source() {
        return JavaSources.text(source, used::add);
    }

    /** The compiled files by path, with those of other sources that this one uses. */
    Map<String, byte[]> output() {
        return output;
    }

    /** The names of the classes that the source itself declares. */
    Set<String> classes() {
        return classes;
    }

    /** The sources that the compiler has read. */
    Set<String> used() {
        return used;
    }

    @Override
    public boolean hasLocation(Location location) {
        return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.SOURCE_PATH) {
            return super.list(location, packageName, kinds, recurse);
        }
        return kinds.contains(JavaFileObject.Kind.SOURCE)
                ? Set.copyOf(sources.in(packageName, source, used::add))
                : Set.of();
    }

    @Override
    public @Nullable String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof SourceText text
                ? text.className()
                : super.inferBinaryName(location, file);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return file instanceof SourceText
                ? location == StandardLocation.SOURCE_PATH
                : super.contains(location, file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return (a instanceof SourceText || b instanceof SourceText)
                ? a.equals(b)
                : super.isSameFile(a, b);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location,
            String className,
            JavaFileObject.Kind kind,
            @Nullable FileObject sibling) {
        if (kind == JavaFileObject.Kind.CLASS && sibling != null && sibling.equals(source())) {
            classes.add(className.replace('/', '.'));
        }
        return new Output(className.replace('.', '/') + kind.extension, kind);
    }

    @Override
    public FileObject getFileForOutput(
            Location location, String packageName, String name, @Nullable FileObject sibling) {
        String folder = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return new Output(folder + name, JavaFileObject.Kind.OTHER);
    }

    @Override
    public JavaFileObject getJavaFileForOutputForOriginatingFiles(
            Location location, String className, JavaFileObject.Kind kind, FileObject... origins) {
        return getJavaFileForOutput(
                location, className, kind, origins.length == 0 ? null : origins[0]);
    }

    @Override
    public FileObject getFileForOutputForOriginatingFiles(
            Location location, String packageName, String name, FileObject... origins) {
        return getFileForOutput(location, packageName, name, null);
    }

    /** The class path is used by the next compilation as well. */
    @Override
    public void close() {}

    /** A file that is being written. */
    private final class Output extends SimpleJavaFileObject {
        private final String path;

        private Output(String path, Kind kind) {
            super(URI.create("memory:///" + path), kind);
            this.path = path;
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() {
                    output.put(path, toByteArray());
                }
            };
        }
    }
}
