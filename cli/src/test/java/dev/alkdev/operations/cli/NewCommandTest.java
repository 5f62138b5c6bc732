package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From an empty folder to an operation that is served and changed. */
class NewCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern READY =
            Pattern.compile("Serving (\\d+) operations at (http://\\S+) .*\n");

    @TempDir Path temporary;

    @Test
    void whatIsWrittenIsServedAsItIsAndReloadedWhenItChanges()
            throws IOException, InterruptedException {
        Path folder = Files.createDirectory(temporary.resolve("ops"));
        TestConsole served = new TestConsole();
        Thread serving =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        served.run(
                                                "serve",
                                                "--watch",
                                                folder.toString(),
                                                "--port",
                                                "0"));
        try {
            String hub = uri(served, serving);
            assertThat(served.out()).startsWith("Serving 0 operations");
            assertThat(served.err())
                    .contains("Waiting for files · try: operations new " + folder + "/hello");
            assertThat(new TestConsole().run("new", folder.resolve("hello").toString()))
                    .isEqualTo(ExitCode.OK);

            awaitAnswer(hub, "Hello, Ann!");
            Path file = folder.resolve("Hello.java");
            String changed = Files.readString(file).replace("Hello, ", "Good morning, ");
            Path beside = Files.writeString(temporary.resolve("part"), changed);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
            awaitAnswer(hub, "Good morning, Ann!");
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    private static String uri(TestConsole served, Thread serving) {
        await().atMost(PATIENCE)
                .until(() -> READY.matcher(served.out()).matches() || !serving.isAlive());
        Matcher ready = READY.matcher(served.out());
        assertThat(ready.matches()).as(served.out() + served.err()).isTrue();
        return ready.group(2);
    }

    private static void awaitAnswer(String hub, String answer) {
        await().atMost(PATIENCE)
                .until(
                        () -> {
                            TestConsole caller = new TestConsole();
                            caller.run("call", "hello.greet", "name=Ann", "--hub", hub, "--json");
                            return caller.out().contains(answer);
                        });
    }

    @Test
    void aFileThatIsThereIsLeftAlone() throws IOException {
        Path file = Files.writeString(temporary.resolve("Shop.java"), "mine");
        TestConsole console = new TestConsole();

        assertThat(console.run("new", temporary.resolve("shop").toString()))
                .isEqualTo(ExitCode.FAILED);

        assertThat(console.err()).isEqualTo("FILE_EXISTS: " + file + " is there already\n");
        assertThat(file).hasContent("mine");
    }

    @Test
    void theNameIsThatOfClassAndNamespace() throws IOException {
        assertWrites("my-shop", "MyShop.java", "@Operations(\"my-shop\")\nclass MyShop {");
        assertWrites("deep/Mail.java", "deep/Mail.java", "@Operations(\"mail\")\nclass Mail {");
        assertWrites("query", "QueryOperations.java", "class QueryOperations {");
        assertWrites("string", "StringOperations.java", "class StringOperations {");
    }

    private void assertWrites(String name, String file, String text) throws IOException {
        assertThat(new TestConsole().run("new", temporary.resolve(name).toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(temporary.resolve(file)).content().contains(text);
    }

    @Test
    void aNameThatJavaCannotHaveIsRefused() {
        TestConsole console = new TestConsole();

        assertThat(console.run("new", "1 shop")).isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("is made of letters, digits, _ and -");
    }

    @Test
    void aFolderThatIsMissingIsNamedWithWhatWouldMakeIt() {
        TestConsole console = new TestConsole();
        Path missing = temporary.resolve("missing");

        assertThat(console.run("serve", "--watch", missing.toString(), "--port", "0"))
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(console.err())
                .contains("there is no folder " + missing, "operations new " + missing + "/hello");
    }
}
