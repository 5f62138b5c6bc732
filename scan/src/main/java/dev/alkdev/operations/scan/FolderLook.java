package dev.alkdev.operations.scan;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.EnumSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a folder as they are now. Links are followed, but not in circles.
 *
 * @param files those that a scan reads, by their path within the folder
 * @param unreadable what cannot be looked at, and why
 */
record FolderLook(SortedMap<String, FileState> files, SortedMap<String, String> unreadable) {
    /** A link to the root of a disk is a mistake. */
    private static final int MOST_FILES = 100_000;

    private static final int DEEPEST = 64;

    FolderLook {
        files = Collections.unmodifiableSortedMap(files);
        unreadable = Collections.unmodifiableSortedMap(unreadable);
    }

    /**
     * Looks at a folder.
     *
     * @throws IOException if there is none, or it is too large
     */
    static FolderLook at(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no folder " + folder);
        }
        Walk walk = new Walk(folder);
        Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), DEEPEST, walk);
        return new FolderLook(walk.files, walk.unreadable);
    }

    /** Whether a file may still be there, in a folder that cannot be looked at. */
    boolean mayHave(String file) {
        return unreadable.keySet().stream()
                .anyMatch(each -> file.equals(each) || file.startsWith(each + "/"));
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final SortedMap<String, FileState> files = new TreeMap<>();
        private final SortedMap<String, String> unreadable = new TreeMap<>();
        private int seen;

        private Walk(Path folder) {
            this.folder = folder;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            return path.equals(folder) || !fileName(path).startsWith(".")
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
                throws IOException {
            if (++seen > MOST_FILES) {
                throw new IOException(folder + " has more than " + MOST_FILES + " files");
            }
            if (FileKind.of(fileName(path)) != null && attributes.isRegularFile()) {
                files.put(within(path), FileState.of(path, attributes));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
            if (path.equals(folder)) {
                throw failure;
            }
            // A circle, or a file that was deleted just now or is the end of a broken link.
            if (!(failure instanceof FileSystemLoopException)
                    && !(failure instanceof NoSuchFileException)) {
                unreadable.put(within(path), String.valueOf(failure));
            }
            return FileVisitResult.CONTINUE;
        }

        /** The path within the folder, with slashes on every system. */
        private String within(Path path) {
            return folder.relativize(path)
                    .toString()
                    .replace(folder.getFileSystem().getSeparator(), "/");
        }

        private static String fileName(Path path) {
            Path name = path.getFileName();
            return name == null ? "" : name.toString();
        }
    }
}
