package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.PublishingSource;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A small application on Jetty, without Spring Security. */
@SpringBootConfiguration
@EnableAutoConfiguration
class StarterApplication {
    @Operations("texts")
    static class Texts {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch going = new CountDownLatch(1);

        @Query
        public int length(String text) {
            return text.length();
        }

        @Mutation(scopes = "texts:write")
        public String write(String text) {
            return text;
        }

        @Query
        public String slow() throws InterruptedException {
            begun.countDown();
            going.await();
            return "finished";
        }
    }

    /** A bean behind a proxy of Spring. */
    @Operations("counts")
    static class Counts {
        private int count;

        @Mutation
        public int next() {
            return ++count;
        }
    }

    @Operations("texts")
    @OperationsClient("texts")
    interface TextsClient {
        @Query
        int length(String text);
    }

    /** A source that works from the second attempt on. */
    static final class LateSource extends PublishingSource {
        private volatile boolean ready;

        LateSource() {
            super("late");
        }

        void becomeReady() {
            ready = true;
        }

        @Override
        protected Collection<OperationBinding> read() {
            if (!ready) {
                throw new IllegalArgumentException("it is not there yet");
            }
            return List.of(
                    OperationBinding.of(
                            OperationSpec.query("late.hello").build(),
                            (input, context) -> "hello"));
        }
    }

    @Bean
    Texts texts() {
        return new Texts();
    }

    @Bean
    @Scope(scopeName = "singleton", proxyMode = ScopedProxyMode.TARGET_CLASS)
    Counts counts() {
        return new Counts();
    }

    @Bean
    LateSource late() {
        return new LateSource();
    }

    @Bean
    OperationsMount page() {
        return new OperationsMount(
                "/page",
                new HttpServlet() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        response.getWriter().print("a page");
                    }
                });
    }
}
