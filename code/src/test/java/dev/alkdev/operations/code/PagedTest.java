package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Clients read page after page. */
class PagedTest {
    record Page(List<Integer> numbers, @Nullable String nextCursor) {}

    /** Numbers from 1 on, three a page. */
    @Operations("numbers")
    static class Numbers {
        final List<String> asked = Collections.synchronizedList(new ArrayList<>());

        @Query
        Page list(int to, @Nullable String cursor) {
            asked.add(to + " " + cursor);
            int first = cursor == null ? 1 : Integer.parseInt(cursor);
            int last = Math.min(first + 2, to);
            return new Page(
                    IntStream.rangeClosed(first, last).boxed().toList(),
                    last < to ? String.valueOf(last + 1) : null);
        }

        @Query
        Page same(@Nullable String cursor) {
            return new Page(List.of(1), "again");
        }
    }

    /** Pages whose last cursor leads back to an earlier page. */
    @Operations("circle")
    static final class Circle {
        private final int last;
        private final int afterLast;
        private int pages;

        private Circle(int last, int afterLast) {
            this.last = last;
            this.afterLast = afterLast;
        }

        @Query
        Page list(@Nullable String cursor) {
            pages++;
            if (pages > 1_000) {
                throw new IllegalStateException("the client does not notice the circle");
            }
            int page = cursor == null ? 0 : Integer.parseInt(cursor);
            return new Page(List.of(page), String.valueOf(page == last ? afterLast : page + 1));
        }
    }

    @Operations("circle")
    interface CircleClient {
        @Query("list")
        @Paged(cursor = "cursor", next = "nextCursor", items = "numbers")
        Iterator<Integer> all();
    }

    @Operations("numbers")
    interface NumbersClient {
        @Query
        Page list(int to, @Nullable String cursor);

        @Query("list")
        @Paged(cursor = "cursor", next = "nextCursor", items = "numbers")
        Iterable<Integer> all(int to);

        @Query("list")
        @Paged(cursor = "cursor", next = "nextCursor", items = "numbers")
        Stream<Integer> stream(int to);

        @Query("list")
        @Paged(cursor = "cursor", next = "/nextCursor", items = "/numbers")
        Iterator<Integer> from(int to, @Nullable String cursor);

        @Query
        @Paged(cursor = "cursor", next = "nextCursor", items = "numbers")
        Iterator<Integer> same();

        @Query("list")
        @Paged(items = "nextCursor")
        Iterator<Integer> wrong(int to);
    }

    private final Numbers numbers = new Numbers();
    private final OperationRegistry registry = OperationRegistry.create();

    private NumbersClient client() {
        registry.registerAll(AnnotatedOperations.of(numbers));
        return Clients.bind(NumbersClient.class, registry);
    }

    @Test
    void aCursorLeadsFromPageToPage() {
        NumbersClient client = client();

        Iterable<Integer> all = client.all(7);
        assertThat(numbers.asked).isEmpty();
        assertThat(all).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(numbers.asked).containsExactly("7 null", "7 4", "7 7");
        assertThat(all).as("a second loop").hasSize(7);
        numbers.asked.clear();
        assertThat(client.stream(1000).limit(4)).containsExactly(1, 2, 3, 4);
        assertThat(numbers.asked).as("no page that nobody reads").hasSize(2);
        assertThat(client.from(7, "6")).toIterable().containsExactly(6, 7);
        assertThat(client.all(0)).isEmpty();
    }

    @Test
    void aPageThatLeadsBackToItselfAndOneWithoutAListAreFailures() {
        NumbersClient client = client();
        Iterator<Integer> same = client.same();
        assertThat(same.next()).isEqualTo(1);
        assertThatThrownBy(same::next)
                .hasMessage("a page of numbers.same leads back to an earlier page");
        assertThatThrownBy(() -> client.wrong(7).next())
                .hasMessage("a page of numbers.list has no list of items at" + " /nextCursor");
    }

    @Test
    void pagesThatRepeatInACircleAreAFailure() {
        assertThat(pagesUntilFailure(new Circle(5, 2))).isLessThan(20);
    }

    @Test
    void aPageThatLeadsToItselfIsNotLoadedAgain() {
        assertThat(pagesUntilFailure(new Circle(20, 20))).isEqualTo(21);
    }

    private int pagesUntilFailure(Circle circle) {
        registry.registerAll(AnnotatedOperations.of(circle));
        Iterator<Integer> all = Clients.bind(CircleClient.class, registry).all();

        assertThatThrownBy(() -> all.forEachRemaining(number -> {}))
                .hasMessage("a page of circle.list leads back to an earlier page");
        return circle.pages;
    }

    @Operations("bad")
    interface Bad {
        @Query
        @Paged
        List<String> list();

        @Query
        @Paged
        Iterable<ResponseEnvelope<String>> enveloped();

        @Mutation
        @Paged
        String change();

        @Query
        @Paged(next = "n")
        Iterable<String> without();
    }

    @Test
    void wrongDeclarationsAreNamed() {
        assertThatThrownBy(() -> Clients.bind(Bad.class, registry))
                .hasMessage(
                        """
                        Bad.change: @Paged is for a @Query of an interface, whose clients read page after page
                        Bad.enveloped: an item of a page has no envelope of its own
                        Bad.list: a @Paged query returns a Stream, Iterator or Iterable of the items
                        Bad.without: @Paged with next needs the cursor: the member of the input that takes it\
                        """);
    }

    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: Numbers, version: 1.0.0}
            paths:
              /numbers:
                get:
                  operationId: list
                  parameters:
                    - {name: page, in: query, schema: {type: integer}}
                    - {name: of, in: query, required: true, schema: {type: string}}
                  responses:
                    '200':
                      description: A page
                      headers: {Link: {schema: {type: string}}}
                      content:
                        application/json: {schema: {type: array, items: {type: integer}}}
            """;

    private static final JavaSource PROGRAM =
            new JavaSource(
                    "api.Program",
                    """
                    package api;
                    public final class Program {
                        public static String all(Api api) {
                            StringBuilder text = new StringBuilder();
                            for (long number : api.listAll("a&b 7", null)) {
                                text.append(number).append(' ');
                            }
                            return text.toString();
                        }
                    }
                    """);

    @Test
    void aGeneratedClientFollowsTheLinkHeader() throws Exception {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, asked));
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            OpenApi.from(DOCUMENT, HttpServiceOptions.builder("api").baseUrl(url).build())
                    .registerIn(registry);
            OperationSpec list = registry.spec("api.list");
            List<JavaSource> sources =
                    new ArrayList<>(JavaGenerator.inPackage("api").generate(List.of(list)));
            JavaSource api = sources.getFirst();
            assertThat(api.text())
                    .contains(
                            "    @Paged\n    @Query(\"list\")\n    Iterable<Long> listAll(String"
                                    + " of, @Nullable Long page);");
            sources.add(PROGRAM);
            CompiledSources compiled = CompiledSources.of(sources);
            assertThat(compiled.problems()).isEmpty();
            Class<?> type = compiled.load(api);

            assertThat(
                            compiled.load(PROGRAM)
                                    .getMethod("all", type)
                                    .invoke(null, Clients.bind(type, registry)))
                    .isEqualTo("10 11 20 21 30 31 ");
            assertThat(asked)
                    .containsExactly("of=a%26b%207", "page=2&of=a%26b%207", "page=3&of=a%26b%207");
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange, List<String> asked) throws IOException {
        try (exchange) {
            String query = exchange.getRequestURI().getRawQuery();
            asked.add(query);
            int page = query.startsWith("page=") ? query.charAt(5) - '0' : 1;
            if (page < 3) {
                exchange.getResponseHeaders().add("Link", "<http://other/?of=x,y>; rel=\"first\"");
                exchange.getResponseHeaders()
                        .add(
                                "Link",
                                "</numbers?of=a%26b+7&page="
                                        + (page + 1)
                                        + "&more=1#f>; title=\"x\"; rel=\"nofollow next\"");
            }
            byte[] body = ("[" + page + "0," + page + "1]").getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void theGeneratorWritesAMethodForAllPagesWhereNamesGoTogether() {
        registry.registerAll(AnnotatedOperations.of(numbers));
        String text =
                JavaGenerator.inPackage("")
                        .generate(List.of(registry.spec("numbers.list")))
                        .getFirst()
                        .text();
        assertThat(text)
                .contains("@Paged(cursor = \"cursor\", next = \"nextCursor\", items = \"numbers\")")
                .contains("> listAll(long to);");
    }
}
