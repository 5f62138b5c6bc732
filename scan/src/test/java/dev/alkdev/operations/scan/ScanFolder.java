package dev.alkdev.operations.scan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A folder to be scanned, in any file system. */
record ScanFolder(Path path) {
    /** A query {@code namespace.get} that gives a text. */
    static String query(String className, String namespace, String answer) {
        return """
        import dev.alkdev.operations.code.Operations;
        import dev.alkdev.operations.code.Query;

        @Operations("%s")
        class %s {
            record Answer(String text) {}

            @Query
            Answer get(String id) {
                return new Answer("%s " + id);
            }
        }
        """
                .formatted(namespace, className, answer);
    }

    Path write(String file, String text) {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Written beside and then moved, so that nobody sees half of it. */
    Path write(String file, byte[] content) {
        try {
            Path target = path.resolve(file);
            Files.createDirectories(target.getParent());
            Path beside = path.resolve(".part");
            Files.write(beside, content);
            return Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String file) {
        try {
            Files.delete(path.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A jar with the classes of a source. */
    static byte[] jar(String className, String source, Path scratch) {
        ScanFolder folder = new ScanFolder(scratch);
        folder.write(className + ".java", source);
        JavaSources sources = new JavaSources();
        Findings findings = new Findings("jar");
        try (JavaCompilation compilation = new JavaCompilation(ScanOptions.defaults(), sources)) {
            sources.update(FolderLook.at(scratch));
            MemoryFiles compiled = compilation.compile(sources.get(className + ".java"), findings);
            if (compiled == null) {
                throw new IllegalArgumentException(findings.failures().toString());
            }
            return zip(compiled.output());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            folder.delete(className + ".java");
        }
    }

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
