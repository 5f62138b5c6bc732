package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
class OpenApiSourcesTest {
    private static final SourceStatus ONE_READY = new SourceStatus(State.READY, 1, null);

    @TempDir Path folder;

    @BeforeAll
    static void startTheSharedClient() {
        SocketServer.startSharedClient();
    }

    private static String document(String operation) {
        return """
        openapi: 3.1.0
        info: {title: T, version: "1"}
        servers: [{url: "http://127.0.0.1:1"}]
        paths: {/a: {get: {operationId: %s, responses: {}}}}
        """
                .formatted(operation);
    }

    private static DocumentSource text(String operation) {
        return DocumentSource.text(document(operation));
    }

    private DocumentSource file(String name, String operation) throws IOException {
        return DocumentSource.file(Files.writeString(folder.resolve(name), document(operation)));
    }

    private static ApiChanges added(String... ids) {
        return new ApiChanges(List.of(ids), List.of(), List.of());
    }

    @Nested
    class TheContract implements SourceContract {
        @Override
        public OperationSource source() {
            OpenApiSources sources = OpenApiSources.create("apis");
            sources.add(text("list"), HttpServiceConfig.of("pets"));
            sources.add(text("find"), HttpServiceConfig.of("shops"));
            return sources;
        }

        @Override
        public OperationSource brokenSource() {
            OpenApiSources sources = OpenApiSources.create("apis");
            sources.add(text("list"), HttpServiceConfig.of("pets"));
            sources.add(
                    DocumentSource.file(Path.of("no such file.yaml")),
                    HttpServiceConfig.of("shops"));
            return sources;
        }

        @Override
        public List<String> operationIds() {
            return List.of("pets.list", "shops.find");
        }
    }

    @Test
    void documentsComeAndGoWhileItRuns(OperationRegistry registry) {
        try (OpenApiSources sources = OpenApiSources.create("apis")) {
            sources.start(registry);
            assertThat(sources.status()).isEqualTo(new SourceStatus(State.READY, 0, null));

            assertThat(sources.add(text("list"), HttpServiceConfig.of("pets")))
                    .isEqualTo(added("pets.list"));
            assertThat(sources.add(text("find"), HttpServiceConfig.of("shops")))
                    .isEqualTo(added("shops.find"));
            assertThat(sources.statuses()).isEqualTo(Map.of("pets", ONE_READY, "shops", ONE_READY));

            assertThat(sources.remove("pets"))
                    .isEqualTo(new ApiChanges(List.of(), List.of(), List.of("pets.list")));
            assertThat(registry.isCallable("pets.list")).isFalse();
            assertThat(registry.isCallable("shops.find")).isTrue();
            assertThat(sources.status()).isEqualTo(ONE_READY);
        }
    }

    @Test
    void reloadingTellsTheDifferenceOfAllOrOfOne(OperationRegistry registry) throws IOException {
        try (OpenApiSources sources = OpenApiSources.create("apis")) {
            sources.add(file("pets.yaml", "list"), HttpServiceConfig.of("pets"));
            sources.add(file("shops.yaml", "find"), HttpServiceConfig.of("shops"));
            sources.start(registry);

            file("pets.yaml", "all");
            file("shops.yaml", "search");
            assertThat(sources.reload("pets"))
                    .isEqualTo(
                            new ApiChanges(List.of("pets.all"), List.of(), List.of("pets.list")));
            assertThat(sources.reload())
                    .isEqualTo(
                            new ApiChanges(
                                    List.of("shops.search"), List.of(), List.of("shops.find")));
            assertThat(sources.reload().isEmpty()).isTrue();
        }
    }

    @Test
    void aDocumentThatFailsSaysSoBesideTheOthersAndComesWhenItIsThere(OperationRegistry registry)
            throws IOException {
        Path missing = folder.resolve("shops.yaml");
        try (OpenApiSources sources = OpenApiSources.create("apis")) {
            sources.start(registry);
            sources.add(file("pets.yaml", "list"), HttpServiceConfig.of("pets"));

            assertThat(sources.add(DocumentSource.file(missing), HttpServiceConfig.of("shops")))
                    .isEqualTo(ApiChanges.none());
            String reason = "cannot read " + missing + ": there is no such file";
            assertThat(sources.status())
                    .isEqualTo(new SourceStatus(State.FAILED, 1, "shops: " + reason));
            assertThat(sources.statuses())
                    .isEqualTo(
                            Map.of(
                                    "pets",
                                    ONE_READY,
                                    "shops",
                                    new SourceStatus(State.FAILED, 0, reason)));
            assertThat(sources.reload().isEmpty()).isTrue();
            assertThatThrownBy(() -> sources.reload("shops")).hasMessage(reason);

            file("shops.yaml", "find");
            assertThat(sources.reload()).isEqualTo(added("shops.find"));
            assertThat(sources.status())
                    .isEqualTo(new SourceStatus(State.READY, 2, "shops: " + reason));
        }
    }

    @Test
    void aServerThatDoesNotAnswerHoldsUpNobody(OperationRegistry registry) throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (RecordingServer server = RecordingServer.start();
                OpenApiSources sources = OpenApiSources.create("apis")) {
            server.on(
                    "/slow",
                    (exchange, request) -> {
                        await(answer);
                        RecordingServer.reply(exchange, 404, "", new byte[0]);
                    });
            sources.add(DocumentSource.url(server.url() + "/slow"), HttpServiceConfig.of("slow"));
            sources.add(text("list"), HttpServiceConfig.of("pets"));
            CountDownLatch listed = new CountDownLatch(1);
            registry.onChange(change -> listed.countDown());
            Thread starting = Thread.startVirtualThread(() -> sources.start(registry));

            assertThat(listed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(registry.isCallable("pets.list")).isTrue();
            assertThat(sources.statuses())
                    .containsEntry("slow", new SourceStatus(State.NEW, 0, null));

            answer.countDown();
            starting.join();
            String reason = "cannot read " + server.url() + "/slow: HTTP 404: Not Found";
            assertThat(sources.statuses())
                    .containsEntry("slow", new SourceStatus(State.FAILED, 0, reason));
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void whatCannotBeIsRefusedWithAClearMessage(OperationRegistry registry) {
        OpenApiSources sources = OpenApiSources.create("apis");
        sources.add(text("list"), HttpServiceConfig.of("pets"));

        assertThatThrownBy(() -> sources.add(text("find"), HttpServiceConfig.of("pets")))
                .hasMessage("there is a document in the namespace pets already");
        assertThatThrownBy(() -> sources.remove("shops"))
                .hasMessage("there is no document in the namespace shops; there are [pets]");
        assertThatThrownBy(() -> sources.reload("shops"))
                .hasMessage("there is no document in the namespace shops; there are [pets]");
        assertThatThrownBy(() -> sources.problems("shops"))
                .hasMessage("there is no document in the namespace shops; there are [pets]");
        assertThatThrownBy(sources::reload).hasMessage("the source apis is not running");
        sources.close();
        assertThatThrownBy(() -> sources.add(text("find"), HttpServiceConfig.of("shops")))
                .hasMessage("the source apis is closed");
        assertThatThrownBy(sources::reload).hasMessage("the source apis is not running");
    }

    @Test
    void theProblemsOfADocumentAreThere(OperationRegistry registry) {
        try (OpenApiSources sources = OpenApiSources.create("apis")) {
            sources.start(registry);
            sources.add(
                    DocumentSource.text(document("a").replace("operationId: a, ", "")),
                    HttpServiceConfig.of("pets"));

            assertThat(sources.problems("pets"))
                    .extracting(DocumentProblem::kind)
                    .containsExactly(DocumentProblem.Kind.MISSING_OPERATION_ID);
        }
    }
}
