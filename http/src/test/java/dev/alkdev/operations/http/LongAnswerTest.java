package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(30)
class LongAnswerTest {
    private static HttpServletRequest withoutAsync() {
        Object none =
                Proxy.newProxyInstance(
                        LongAnswerTest.class.getClassLoader(),
                        new Class<?>[] {HttpServletRequest.class},
                        (proxy, method, arguments) -> {
                            throw new UnsupportedOperationException(method.getName());
                        });
        return new HttpServletRequestWrapper((HttpServletRequest) none) {
            @Override
            public boolean isAsyncSupported() {
                return false;
            }
        };
    }

    @Test
    void anInterruptDoesNotReturnTheRequestWhileTheAnswerIsWritten() throws InterruptedException {
        LongAnswer answer = LongAnswer.begin(withoutAsync());
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean writtenBefore = new AtomicBoolean();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread servlet =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Thread.currentThread().interrupt();
                                    answer.await();
                                    writtenBefore.set(written.get());
                                    interrupted.set(Thread.interrupted());
                                });

        await().until(
                        () ->
                                servlet.getState() == Thread.State.WAITING
                                        || servlet.getState() == Thread.State.TERMINATED);
        written.set(true);
        answer.finish();
        servlet.join();

        assertThat(writtenBefore).isTrue();
        assertThat(interrupted).isTrue();
    }
}
