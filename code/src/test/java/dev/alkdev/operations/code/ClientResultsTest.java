package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

@ExtendWith(LeakCheck.class)
class ClientResultsTest {
    @Operations("tool")
    interface Tool {
        @Query
        int count();

        @Query("count")
        ResponseEnvelope<Integer> envelope();

        @Query("count")
        ResponseEnvelope<JsonNode> json();

        @Query("count")
        CompletionStage<Integer> later();
    }

    private static Tool tool(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("tool.count").build(),
                (input, context) ->
                        ResponseEnvelope.mcp(
                                JsonNodeFactory.instance.stringNode("no disk"),
                                new McpMeta(
                                        true,
                                        List.of(
                                                ContentBlock.text("no disk"),
                                                ContentBlock.text("try later")))));
        return Clients.bind(Tool.class, registry);
    }

    @Test
    void theErrorOfAToolIsAnExceptionWhereTheMethodReturnsAValue(OperationRegistry registry) {
        Tool tool = tool(registry);

        CallException failure = catchThrowableOfType(CallException.class, tool::count);
        assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
        assertThat(failure).hasMessage("tool.count answered with an error: no disk try later");
        assertThatThrownBy(() -> tool.later().toCompletableFuture().get(60, TimeUnit.SECONDS))
                .hasMessageContaining("no disk try later");
    }

    @Test
    void theErrorOfAToolIsInTheEnvelopeWhereTheMethodReturnsOne(OperationRegistry registry) {
        Tool tool = tool(registry);

        ResponseEnvelope<Integer> envelope = tool.envelope();
        assertThat(envelope.isError()).isTrue();
        assertThat(envelope.data()).isNull();
        assertThat(((McpMeta) envelope.meta()).content()).hasSize(2);
        assertThat(tool.json().data().asString()).isEqualTo("no disk");
    }

    @Operations("items")
    interface Items {
        @Subscription
        Iterator<Integer> iterator(int to);

        @Subscription
        Iterable<Integer> iterable(int to);

        @Subscription("iterable")
        Iterable<ResponseEnvelope<Integer>> envelopes(int to);
    }

    static class ItemsHere implements Items {
        @Override
        public Iterator<Integer> iterator(int to) {
            return IntStream.rangeClosed(1, to).iterator();
        }

        @Override
        public Iterable<Integer> iterable(int to) {
            return IntStream.rangeClosed(1, to).boxed().toList();
        }

        @Override
        public Iterable<ResponseEnvelope<Integer>> envelopes(int to) {
            throw new UnsupportedOperationException();
        }
    }

    @Operations("items")
    static class ItemsServed {
        @Subscription
        Iterator<Integer> iterator(int to) {
            return new ItemsHere().iterator(to);
        }

        @Subscription
        Iterable<Integer> iterable(int to) {
            return new ItemsHere().iterable(to);
        }
    }

    @Test
    void iteratorsAndIterablesAreSubscriptionsOnBothSides(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(new ItemsServed()));
        Items items = Clients.bind(Items.class, registry);

        assertThat(items.iterator(3)).toIterable().containsExactly(1, 2, 3);
        List<Integer> seen = new ArrayList<>();
        for (int item : items.iterable(3)) {
            seen.add(item);
        }
        assertThat(seen).containsExactly(1, 2, 3);
        assertThat(items.envelopes(2)).extracting(ResponseEnvelope::data).containsExactly(1, 2);
    }

    @Test
    void aClassWithoutParameterNamesIsRefused() throws Exception {
        JavaSource source =
                new JavaSource(
                        "nameless.Nameless",
                        """
                        package nameless;
                        import dev.alkdev.operations.code.*;
                        @Operations("nameless")
                        public class Nameless {
                            @Query public String get(String id, @Param("n") int number) { return id; }
                        }
                        """);
        CompiledSources compiled = CompiledSources.withoutNames(List.of(source));
        assertThat(compiled.problems()).isEmpty();
        Object instance = compiled.load(source).getConstructor().newInstance();
        assertThatThrownBy(() -> AnnotatedOperations.of(instance))
                .hasMessage(
                        "Nameless.get, parameter arg0: its name is not in the class file; compile"
                                + " with -parameters, or add @Param(\"name\")");
    }

    @Test
    void bindingToAnAddressNamesTheArtifactThatIsAbsent() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            String name = part.replace('\\', '/');
            if (!name.contains("operations-websocket") && !name.contains("/websocket/")) {
                urls.add(Path.of(part).toUri().toURL());
            }
        }
        try (URLClassLoader without =
                new URLClassLoader(
                        urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> clients = without.loadClass("dev.alkdev.operations.code.Clients");
            Class<?> type = without.loadClass(Items.class.getName());
            Throwable failure =
                    catchThrowable(
                            () ->
                                    clients.getMethod("bind", Class.class, java.net.URI.class)
                                            .invoke(
                                                    null,
                                                    type,
                                                    java.net.URI.create("http://127.0.0.1:1")));
            assertThat(failure.getCause())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "binding to the address of a hub needs the artifact"
                                    + " operations-websocket");
        }
    }
}
