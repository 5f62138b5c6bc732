import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks ({@code check}) or repairs ({@code fix}) the format of every Java file below a folder. */
final class Format {
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git");
    private static final Formatter FORMATTER =
            new Formatter(
                    JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build());

    public static void main(String[] args) throws Exception {
        boolean fix = args[0].equals("fix");
        List<Path> wrong =
                javaFiles(Path.of(args[1])).parallelStream()
                        .filter(file -> isWrong(file, fix))
                        .toList();
        if (!wrong.isEmpty()) {
            wrong.forEach(
                    file -> System.err.println((fix ? "formatted " : "not formatted: ") + file));
            if (!fix) {
                System.err.println("Run: mvn -N validate -Dformat=fix");
                System.exit(1);
            }
        }
    }

    private static boolean isWrong(Path file, boolean fix) {
        try {
            String before = Files.readString(file);
            String after = format(file, before);
            if (fix && !after.equals(before)) {
                Files.writeString(file, after);
            }
            return !after.equals(before);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Formats until nothing changes: a comment that is moved may want to move once more. */
    private static String format(Path file, String source) {
        String formatted = formatOnce(file, source);
        for (int i = 0; i < 3 && !formatted.equals(source); i++) {
            source = formatted;
            formatted = formatOnce(file, source);
        }
        return formatted;
    }

    private static String formatOnce(Path file, String source) {
        try {
            return FORMATTER.formatSourceAndFixImports(
                    RemoveUnusedImports.removeUnusedImports(source));
        } catch (FormatterException e) {
            throw new IllegalStateException("cannot parse " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return folder.getFileName() != null
                                        && SKIPPED.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(".java")) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return files;
    }
}
