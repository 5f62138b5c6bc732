package dev.alkdev.operations.scan;

import dev.alkdev.operations.code.Operations;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * The files of a jar, in memory: the jar may be replaced at any time.
 *
 * @param files by their paths
 */
record JarContent(Map<String, byte[]> files) {
    private static final long LARGEST =
            Math.min(Integer.MAX_VALUE / 2, Runtime.getRuntime().maxMemory() / 8);
    private static final int END_LENGTH = 22;
    private static final int LONGEST_END = END_LENGTH + 65_535;
    private static final String CLASS = ".class";
    private static final String ANNOTATION =
            "L" + Operations.class.getName().replace('.', '/') + ";";

    /**
     * Reads a jar.
     *
     * @throws IOException if it is none, or too large
     */
    static JarContent of(byte[] jar) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        long size = 0;
        if (!hasEnd(jar)) {
            throw new ZipException("it is not a jar, or only the first part of one");
        }
        try (ZipInputStream entries = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry; (entry = entries.getNextEntry()) != null; ) {
                if (!entry.isDirectory()) {
                    byte[] content = entries.readNBytes((int) (LARGEST - size));
                    size += content.length;
                    if (size >= LARGEST) {
                        throw new IOException(
                                "it unpacks to more than "
                                        + LARGEST
                                        + " bytes, the most in a heap of this size");
                    }
                    files.put(entry.getName(), content);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ZipException("it is not a jar: " + e.getMessage());
        }
        return new JarContent(files);
    }

    /**
     * The classes that may have operations: those that name the annotation, and those that extend
     * or implement one of them. Others are not loaded.
     *
     * @throws IOException naming a file that should be a class
     */
    Set<String> candidates() throws IOException {
        Map<String, ClassHeader> headers = new TreeMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            String path = file.getKey();
            if (path.endsWith(CLASS) && !path.startsWith("META-INF/")) {
                headers.put(path.substring(0, path.length() - CLASS.length()), header(file));
            }
        }
        Set<String> found = new TreeSet<>();
        headers.forEach(
                (name, header) -> {
                    if (header.words().contains(ANNOTATION)) {
                        found.add(name);
                    }
                });
        while (headers.entrySet().stream()
                .filter(each -> !Collections.disjoint(each.getValue().above(), found))
                .map(each -> found.add(each.getKey()))
                .reduce(false, Boolean::logicalOr)) {
            // What extends a class may be extended as well.
        }
        return found.stream()
                .map(name -> name.replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ClassHeader header(Map.Entry<String, byte[]> file) throws IOException {
        try {
            return ClassHeader.of(file.getValue());
        } catch (IOException e) {
            throw new IOException(file.getKey() + ": " + e.getMessage(), e);
        }
    }

    /** Whether the list of files at the end of a jar is there: without, it is half of one. */
    private static boolean hasEnd(byte[] jar) {
        for (int i = jar.length - END_LENGTH; i >= Math.max(0, jar.length - LONGEST_END); i--) {
            if (jar[i] == 'P' && jar[i + 1] == 'K' && jar[i + 2] == 5 && jar[i + 3] == 6) {
                return true;
            }
        }
        return false;
    }
}
