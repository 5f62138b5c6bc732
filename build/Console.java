import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Bundles the web console with Node: {@code Console SOURCES WORK OUTPUT}. Packages are installed
 * into the work folder when the lock file has changed; the bundle is made when any source has.
 */
final class Console {
    private static final int OLDEST_NODE = 20;
    private static final int LIMIT_MINUTES = 10;

    private final Path sources;
    private final Path work;
    private final Path output;

    private Console(Path sources, Path work, Path output) {
        this.sources = sources;
        this.work = work;
        this.output = output;
    }

    public static void main(String[] args) throws Exception {
        new Console(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])).build();
    }

    private void build() throws Exception {
        Path stamp = output.resolve("stamp");
        String wanted = fingerprint(files(sources));
        if (Files.exists(stamp) && Files.readString(stamp).equals(wanted)) {
            return;
        }
        checkNode();
        delete(output);
        copySources();
        install();
        run(work, "node", "build.mjs", output.toAbsolutePath().toString());
        Files.writeString(stamp, wanted);
    }

    private void install() throws Exception {
        Path stamp = work.resolve("installed");
        Path lock = sources.resolve("package-lock.json");
        String wanted = fingerprint(List.of(lock));
        if (Files.exists(stamp) && Files.readString(stamp).equals(wanted)) {
            return;
        }
        Files.deleteIfExists(stamp);
        // Nothing of these packages needs a script of its own to run at installation.
        run(work, command("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent");
        Files.writeString(stamp, wanted);
    }

    /** Beside the packages, where Node looks for them; the sources stay free of them. */
    private void copySources() throws IOException {
        delete(work.resolve("src"));
        for (Path file : files(sources)) {
            Path copy = work.resolve(sources.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void checkNode() throws Exception {
        String version;
        try {
            Process process = new ProcessBuilder("node", "-p", "process.versions.node").start();
            version = new String(process.getInputStream().readAllBytes()).strip();
        } catch (IOException e) {
            version = "none";
        }
        String major = version.split("\\.", -1)[0];
        if (!major.matches("\\d+") || Integer.parseInt(major) < OLDEST_NODE) {
            fail(
                    "The web console is built with Node %d or newer and its npm (found: %s)."
                            + " Install it"
                            + " (Debian: apt-get install nodejs npm), or build other modules with -pl."
                                    .formatted(OLDEST_NODE, version));
        }
    }

    private static void run(Path folder, String... command) throws Exception {
        Process process =
                new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            fail(String.join(" ", command) + " took more than " + LIMIT_MINUTES + " minutes");
        }
        if (process.exitValue() != 0) {
            fail(String.join(" ", command) + " failed, see above");
        }
    }

    private static String command(String name) {
        return System.getProperty("os.name").startsWith("Windows") ? name + ".cmd" : name;
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(1);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("node_modules"))
                    .sorted()
                    .toList();
        }
    }

    private String fingerprint(List<Path> files) throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Path file : files) {
            digest.update(sources.relativize(file).toString().getBytes());
            digest.update(Files.readAllBytes(file));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
