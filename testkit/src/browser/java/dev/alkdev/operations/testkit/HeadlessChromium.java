package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real browser for one class of tests: the program in the environment variable {@code CHROMIUM},
 * or else an installed one. Without a browser the tests of the class are reported as skipped, and
 * fail if {@code CI} is set. Needs {@code com.microsoft.playwright:playwright} on the class path,
 * without its driver bundle. For one thread.
 *
 * <p>Keep it in an {@code @AutoClose} field: after a skip the field is null.
 */
public final class HeadlessChromium implements AutoCloseable {
    /** How long to wait for what happens soon, in milliseconds, on a machine that is busy. */
    public static final int TIMEOUT = 60_000;

    private static final String DRIVER = "playwright-core@1.62.0";
    private static final List<String> PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
    private static final List<String> OPTIONS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private HeadlessChromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Starts it, and gives assertions of Playwright the timeout of a busy machine. */
    public static HeadlessChromium open() {
        Path program = program();
        NodePackages packages = NodePackages.of(DRIVER);
        System.setProperty("playwright.cli.dir", driver(packages).toString());
        Playwright playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(
                                        Map.of(
                                                "PLAYWRIGHT_NODEJS_PATH",
                                                packages.node().toString(),
                                                "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                                                "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT);
        Browser browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(program)
                                        .setTimeout(TIMEOUT)
                                        .setArgs(OPTIONS));
        return new HeadlessChromium(playwright, browser);
    }

    public Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }

    private static Path program() {
        String configured = System.getenv("CHROMIUM");
        List<String> candidates = configured == null ? PLACES : List.of(configured);
        Optional<Path> found =
                candidates.stream().map(Path::of).filter(Files::isExecutable).findFirst();
        if (found.isEmpty()) {
            String missing = "there is no Chromium on this machine (apt-get install chromium)";
            assertThat(System.getenv("CI")).as("CI needs a browser: %s", missing).isNull();
            System.err.println("SKIPPED: " + missing);
            assumeTrue(false, missing);
        }
        return found.orElseThrow();
    }

    /** The layout that Playwright for Java expects of its driver. */
    private static Path driver(NodePackages packages) {
        Path folder = Path.of("target", "driver").toAbsolutePath();
        Path link = folder.resolve("package");
        try {
            Files.createDirectories(folder);
            if (!Files.isSymbolicLink(link)) {
                Files.createSymbolicLink(link, packages.file("playwright-core"));
            }
        } catch (java.nio.file.FileAlreadyExistsException e) {
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }
}
