package dev.alkdev.operations.examples.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.openapi.OpenApiReport;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

@ExtendWith(LeakCheck.class)
class LibrarySourceTest {
    private static final String JAVA = "{\"isbn\": \"9780134685991\"}";

    /** The client that the process shares has a thread of its own from the first request on. */
    @BeforeAll
    static void startTheSharedClient() {
        OperationRegistry registry = OperationRegistry.create();
        try (OperationSource source = provided("{}")) {
            source.start(registry);
        }
    }

    private static OperationSource provided(String options) {
        return new LibraryProvider().create("library", Json.parse(options));
    }

    private static JsonNode call(OperationRegistry registry, String id, String input) {
        return registry.execute(id, Json.parse(input)).unwrap();
    }

    private static CallException failure(OperationRegistry registry, String id, String input) {
        return catchThrowableOfType(CallException.class, () -> call(registry, id, input));
    }

    @Nested
    class TheContract implements SourceContract {
        private static ServerSocket taken;

        @BeforeAll
        static void takeAPort() throws IOException {
            taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        }

        @AfterAll
        static void leaveThePort() throws IOException {
            taken.close();
        }

        @Override
        public OperationSource source() {
            return provided("{}");
        }

        @Override
        public OperationSource brokenSource() {
            return provided("{\"port\": " + taken.getLocalPort() + "}");
        }

        @Override
        public List<String> operationIds() {
            return List.of(
                    "library.addBook",
                    "library.borrowBook",
                    "library.getBook",
                    "library.listBooks",
                    "library.loanEvents",
                    "library.returnBook");
        }
    }

    @Test
    void itsOwnDocumentIsWithoutProblems() throws IOException {
        Clock clock = Clock.systemUTC();
        try (LibraryServer server =
                LibraryServer.open(
                        0, new Library(clock, 10), new LoanStream(clock, Duration.ofSeconds(1)))) {
            OpenApiReport report =
                    OpenApi.inspect(DocumentSource.url(server.uri().resolve("/openapi.json")));

            assertThat(report.problems()).isEmpty();
            assertThat(report.operations()).hasSize(6);
        }
    }

    @Test
    void booksAreListedByQueryParameters(OperationRegistry registry) {
        try (OperationSource source = provided("{}")) {
            source.start(registry);

            JsonNode page =
                    call(registry, "library.listBooks", "{\"text\": \"PROGRAM\", \"limit\": 2}");

            assertThat(page.get("total")).isEqualTo(Json.parse("3"));
            assertThat(page.get("books").valueStream().map(book -> book.get("isbn").asString()))
                    .containsExactly("9780131103627", "9780201896831");
            call(registry, "library.borrowBook", JAVA);
            assertThat(call(registry, "library.listBooks", "{\"available\": false}"))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"total": 1, "books": [
                                     {"isbn": "9780134685991", "title": "Effective Java",
                                      "author": "Joshua Bloch", "year": 2018, "available": false}]}
                                    """));
        }
    }

    @Test
    void anAddedBookIsFound(OperationRegistry registry) {
        try (OperationSource source = provided("{}")) {
            source.start(registry);
            String book =
                    """
                    {"isbn": "9780596517748", "title": "JavaScript: The Good Parts",
                     "author": "Douglas Crockford", "year": 2008}
                    """;

            ResponseEnvelope<JsonNode> added =
                    registry.execute("library.addBook", Json.parse(book));

            assertThat(((HttpMeta) added.meta()).statusCode()).isEqualTo(201);
            assertThat(call(registry, "library.getBook", "{\"isbn\": \"9780596517748\"}"))
                    .isEqualTo(added.data());
            assertThat(failure(registry, "library.addBook", book)).hasMessage("HTTP 409: Conflict");
        }
    }

    @Test
    void anUnknownBookIsAnsweredAsDeclared(OperationRegistry registry) {
        try (OperationSource source = provided("{}")) {
            source.start(registry);

            CallException failure = failure(registry, "library.getBook", "{\"isbn\": \"1\"}");

            assertThat(failure).hasMessage("HTTP 404: Not Found");
            JsonNode details = failure.details().orElseThrow();
            JsonNode body = details.get("body");
            assertThat(body)
                    .isEqualTo(
                            Json.parse(
                                    "{\"code\": \"NO_SUCH_BOOK\", \"message\": \"There is no book"
                                            + " 1\"}"));
            assertThat(
                            registry.spec("library.getBook")
                                    .error("HTTP_404")
                                    .orElseThrow()
                                    .schema()
                                    .accepts(details))
                    .isTrue();
        }
    }

    @Test
    void aBookIsLentOnlyOnce(OperationRegistry registry) {
        try (OperationSource source = provided("{}")) {
            source.start(registry);
            call(registry, "library.borrowBook", JAVA);

            CallException failure = failure(registry, "library.borrowBook", JAVA);

            assertThat(failure.details().orElseThrow().get("body"))
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"code": "ALREADY_BORROWED",
                                     "message": "Effective Java is borrowed already"}
                                    """));
        }
    }

    @Nested
    @ExtendWith(LeakCheck.class)
    class TheStream {
        @Test
        void tellsOfLoansWhileTheyHappen(OperationRegistry registry) {
            try (OperationSource source = provided("{\"tickMillis\": 3600000}")) {
                source.start(registry);
                try (Subscription<JsonNode> events = events(registry, "{}")) {
                    assertThat(kind(events.next())).isEqualTo("tick");
                    call(registry, "library.borrowBook", JAVA);
                    ResponseEnvelope<JsonNode> loan = events.next();
                    assertThat(kind(loan)).isEqualTo("borrowed");
                    assertThat(loan.data().get("title").asString()).isEqualTo("Effective Java");
                    assertThat(loan.toJson().at("/meta/sse/event").asString()).isEqualTo("loan");
                    assertThat(loan.toJson().at("/meta/sse/id").asString()).isEqualTo("1");
                    call(registry, "library.returnBook", JAVA);
                    assertThat(kind(events.next())).isEqualTo("returned");
                }
            }
        }

        @Test
        void ticksWhileNothingHappens(OperationRegistry registry) {
            try (OperationSource source = provided("{\"tickMillis\": 10}")) {
                source.start(registry);
                try (Subscription<JsonNode> events = events(registry, "{}")) {
                    for (int i = 0; i < 3; i++) {
                        assertThat(kind(events.next())).isEqualTo("tick");
                    }
                }
            }
        }

        @Test
        void resumesAfterTheLastEventId(OperationRegistry registry) {
            try (OperationSource source = provided("{\"tickMillis\": 3600000}")) {
                source.start(registry);
                call(registry, "library.borrowBook", JAVA);
                call(registry, "library.returnBook", JAVA);
                try (Subscription<JsonNode> events =
                        events(registry, "{\"Last-Event-ID\": \"1\"}")) {
                    events.next();
                    assertThat(kind(events.next())).isEqualTo("returned");
                }
            }
        }

        @Test
        void resumesWhereAnotherSubscriptionWasLost(OperationRegistry registry) {
            try (OperationSource source = provided("{\"tickMillis\": 3600000}")) {
                source.start(registry);
                call(registry, "library.borrowBook", JAVA);
                call(registry, "library.returnBook", JAVA);
                CallBuilder resuming = Call.builder().lastEventId("1");
                try (Subscription<JsonNode> events =
                        registry.subscribe(resuming.to("library.loanEvents", Json.parse("{}")))) {
                    events.next();
                    ResponseEnvelope<JsonNode> item = events.next();
                    assertThat(kind(item)).isEqualTo("returned");
                    assertThat(item.meta().eventId()).isEqualTo("2");
                }
            }
        }

        @Test
        void endsWhenTheSourceIsClosed(OperationRegistry registry) {
            OperationSource source = provided("{\"tickMillis\": 3600000}");
            source.start(registry);
            try (Subscription<JsonNode> events = events(registry, "{}")) {
                events.next();

                source.close();

                assertThat(hasEnded(events)).isTrue();
            }
        }

        private static boolean hasEnded(Subscription<JsonNode> events) {
            try {
                return !events.hasNext();
            } catch (CallException e) {
                return e.code().equals("UNAVAILABLE");
            }
        }

        private static Subscription<JsonNode> events(OperationRegistry registry, String input) {
            return registry.subscribe("library.loanEvents", Json.parse(input));
        }

        private static String kind(ResponseEnvelope<JsonNode> event) {
            return event.data().get("kind").asString();
        }
    }

    @Test
    void itsKeysAreDeclared() {
        assertThat(new LibraryProvider().optionKeys()).hasValue(Set.of("port", "tickMillis"));
    }
}
