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
        delete(output);
        if (!hasNode()) {
            writeNote();
            return;
        }
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

    private static boolean hasNode() throws IOException {
        String version;
        try {
            Process process = new ProcessBuilder("node", "-p", "process.versions.node").start();
            version = new String(process.getInputStream().readAllBytes()).strip();
        } catch (IOException e) {
            version = "none";
        }
        String major = version.split("\\.", -1)[0];
        return major.matches("\\d+") && Integer.parseInt(major) >= OLDEST_NODE;
    }

    /** A hub without its console is better than none, but not in CI. */
    private void writeNote() throws IOException {
        String missing =
                "The web console is built with Node %d or newer and its npm, which are not there"
                        .formatted(OLDEST_NODE);
        if (System.getenv("CI") != null) {
            fail(missing + " (Debian: apt-get install nodejs npm)");
        }
        System.err.println("WARNING: " + missing + ": a note takes its place.");
        String page =
                """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Operations</title></head>
                <body><h1>Operations</h1><p>This hub was built without Node, and so without its console.
                Install Node %d or newer and build again. GET /operations lists everything.</p></body></html>
                """
                        .formatted(OLDEST_NODE);
        Files.createDirectories(output);
        Files.writeString(output.resolve("index.html"), page);
        Files.writeString(
                output.resolve("files.txt"), "index.html\tnone\ttext/html; charset=utf-8\n");
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
