package dev.alkdev.operations.web;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;

/** The process's own HTTP client, made when it is first needed. */
final class SharedHttpClient {
    static final HttpSender SENDER =
            HttpSender.of(
                    DeferredTls.newClient()
                            .connectTimeout(Duration.ofSeconds(10))
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .executor(Executors.newVirtualThreadPerTaskExecutor())
                            .build());

    private SharedHttpClient() {}
}
