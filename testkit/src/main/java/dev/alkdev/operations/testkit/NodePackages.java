package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Packages of npm at exact versions and a Node new enough for them, for tests with programs that we
 * did not write. They are installed once per machine, below {@code ~/.cache/operations-tests}.
 * Where there is no npm, a test that needs them is reported as skipped, and fails if {@code CI} is
 * set.
 */
public final class NodePackages {
    private static final String NODE = "22.23.3";

    /** What the inspector needs; the conformance suite is content with any 22. */
    private static final List<Integer> OLDEST = List.of(22, 19);

    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(5);
    private static final ReentrantLock INSTALLING = new ReentrantLock();
    private static final Map<List<String>, NodePackages> READY = new ConcurrentHashMap<>();

    private final Path folder;
    private final Path node;

    private NodePackages(Path folder, Path node) {
        this.folder = folder;
        this.node = node;
    }

    /**
     * Installs packages, unless they are there.
     *
     * @param packages with versions, such as {@code "@modelcontextprotocol/client@2.4.0"}
     */
    public static NodePackages of(String... packages) {
        return READY.computeIfAbsent(List.of(packages), NodePackages::prepare);
    }

    /** A file of a package, such as {@code "@scope/name/dist/index.js"}. */
    public Path file(String path) {
        return folder.resolve("node_modules").resolve(path).normalize();
    }

    /** The program that runs scripts. */
    public Path node() {
        return node;
    }

    /**
     * Writes a script that may import the packages into the module's {@code target}.
     *
     * @param name of its own in the module, with the ending {@code .mjs}
     */
    public Path script(String name, String text) {
        Path scripts = Path.of("target", "node", folder.getFileName().toString()).toAbsolutePath();
        Path modules = scripts.resolve("node_modules");
        try {
            Files.createDirectories(scripts);
            link(modules);
            // Another process of the module's tests may be reading it.
            Path fresh = Files.writeString(Files.createTempFile(scripts, "script", ".tmp"), text);
            return Files.move(fresh, scripts.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void link(Path modules) throws IOException {
        try {
            Files.createSymbolicLink(modules, file("."));
        } catch (FileAlreadyExistsException e) {
            // By an earlier script, perhaps of another process.
        }
    }

    /** Runs a script; both this Node and the commands of the packages are found by name in it. */
    public ProcessBuilder process(Path script, String... arguments) {
        List<String> command = new ArrayList<>(List.of(node.toString(), script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        String path =
                node.getParent()
                        + File.pathSeparator
                        + file(".bin")
                        + File.pathSeparator
                        + System.getenv("PATH");
        builder.environment().put("PATH", path);
        return builder;
    }

    /** Runs a script to its end. */
    public ProcessOutcome run(Duration limit, Path script, String... arguments) {
        return ProcessOutcome.of(process(script, arguments), limit);
    }

    private static NodePackages prepare(List<String> packages) {
        require(isThere("npm") && isThere("node"), "there is no node or no npm on this machine");
        return new NodePackages(installed(packages), findNode());
    }

    /** A skipped test is reported, and logged here; CI has everything. */
    private static void require(boolean present, String otherwise) {
        if (!present) {
            assertThat(System.getenv("CI")).as("CI needs Node: %s", otherwise).isNull();
            System.err.println("SKIPPED: " + otherwise);
        }
        assumeTrue(present, otherwise);
    }

    private static Path findNode() {
        String script = "process.versions.node + ' ' + process.execPath";
        ProcessOutcome found =
                ProcessOutcome.of(new ProcessBuilder("node", "-p", script), Duration.ofSeconds(60));
        String[] words = found.output().strip().split(" ", 2);
        if (isNewEnough(words[0])) {
            return Path.of(words[1]);
        }
        String name = "node-" + platform();
        return installed(List.of(name + "@" + NODE)).resolve("node_modules/" + name + "/bin/node");
    }

    private static boolean isNewEnough(String version) {
        String[] parts = version.split("\\.", -1);
        int major = Integer.compare(Integer.parseInt(parts[0]), OLDEST.get(0));
        return major > 0 || (major == 0 && Integer.parseInt(parts[1]) >= OLDEST.get(1));
    }

    /** As in the names of npm's packages of Node. */
    private static String platform() {
        String system = System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        return system + "-" + processor;
    }

    private static Path installed(List<String> packages) {
        String name = String.join("+", packages).replaceAll("[^A-Za-z0-9.@+-]", "_");
        Path folder = cache().resolve(name);
        // A file lock is the process's, not the thread's.
        INSTALLING.lock();
        try {
            Files.createDirectories(cache());
            try (FileChannel channel = lockFile(name);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(folder)) {
                    install(packages, folder);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            INSTALLING.unlock();
        }
        return folder;
    }

    private static FileChannel lockFile(String name) throws IOException {
        return FileChannel.open(
                cache().resolve(name + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
    }

    /** Whole or not at all: a folder that exists is complete. */
    private static void install(List<String> packages, Path folder) throws IOException {
        Path begun = Files.createTempDirectory(cache(), "begun");
        Files.writeString(begun.resolve("package.json"), "{\"private\": true}");
        List<String> command =
                new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
        command.addAll(packages);
        ProcessOutcome outcome =
                ProcessOutcome.of(
                        new ProcessBuilder(command).directory(begun.toFile()), INSTALL_LIMIT);
        require(outcome.status() == 0, "npm could not install " + packages + ": " + outcome);
        Files.move(begun, folder);
    }

    private static Path cache() {
        String given = System.getenv("XDG_CACHE_HOME");
        Path base =
                given == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
        return base.resolve("operations-tests");
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
