package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import tools.jackson.core.TreeNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** What is set up by the first failure of a process, wherever on the stack that is. */
class FirstFailureTest {
    private static final int SMALL_STACK = 512 * 1024;

    /** A program whose first call calls itself without end. */
    public static final class Endless implements Callable<List<String>> {
        private final OperationRegistry registry = OperationRegistry.create();
        private final List<String> messages = new ArrayList<>();

        @Override
        public List<String> call() {
            registry.register(
                    OperationSpec.query("test.endless").build(),
                    (input, context) -> registry.execute("test.endless", input));
            registry.register(
                    OperationSpec.query("test.fails").build(),
                    (input, context) -> {
                        throw new IllegalStateException("no");
                    });
            registry.register(OperationSpec.query("test.works").build(), (input, context) -> input);
            execute("test.endless");
            execute("test.fails");
            execute("test.works");
            return messages;
        }

        private void execute(String id) {
            try {
                messages.add(
                        registry.execute(id, JsonNodeFactory.instance.stringNode(id)).data()
                                + " works");
            } catch (CallException failure) {
                messages.add(failure.getMessage());
            }
        }
    }

    @Test
    void aHandlerThatCallsItselfWithoutEndBreaksNoLaterCall() throws Exception {
        try (URLClassLoader fresh = freshClasses()) {
            @SuppressWarnings("unchecked")
            Callable<List<String>> program =
                    (Callable<List<String>>)
                            fresh.loadClass(Endless.class.getName()).getConstructor().newInstance();
            FutureTask<List<String>> run = new FutureTask<>(program);
            new Thread(null, run, "small-stack", SMALL_STACK).start();

            assertThat(run.get())
                    .containsExactly(
                            "test.endless failed", "test.fails failed", "\"test.works\" works");
        }
    }

    /** Our classes and those we need, none of them initialized yet; without logging framework. */
    private static URLClassLoader freshClasses() {
        URL[] places =
                Stream.of(
                                FirstFailureTest.class,
                                OperationRegistry.class,
                                dev.alkdev.operations.base.TimeSource.class,
                                Schema.class,
                                JsonNode.class,
                                TreeNode.class,
                                com.fasterxml.jackson.annotation.JsonCreator.class,
                                LoggerFactory.class,
                                org.jspecify.annotations.Nullable.class)
                        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                        .toArray(URL[]::new);
        return new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    }
}
