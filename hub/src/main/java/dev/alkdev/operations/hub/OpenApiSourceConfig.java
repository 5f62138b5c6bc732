package dev.alkdev.operations.hub;

import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.RetryPolicy;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * A REST API with an OpenAPI document. Immutable; threads may share it.
 *
 * @param document a file or URL
 * @param baseUrl what the paths are appended to; null for the document's own servers
 * @param headers sent with every call
 * @param auth how the hub authenticates to the API; {@link Credential#none()} if it does not
 * @param reload how often the document is read again; null for never by itself
 * @param maxOperations a document with more is refused
 * @param relaxedInput whether an input may fit several alternatives of a {@code oneOf}
 * @param calls how requests are made and answers read
 */
public record OpenApiSourceConfig(
        String name,
        SourceRules rules,
        DocumentSource document,
        @Nullable URI baseUrl,
        Map<String, Secret> headers,
        Credential auth,
        @Nullable Duration reload,
        int maxOperations,
        boolean relaxedInput,
        RetryPolicy retry,
        OpenApiCallConfig calls)
        implements SourceConfig {
    static final int DEFAULT_MAX_OPERATIONS = 10_000;

    public OpenApiSourceConfig {
        headers = Map.copyOf(headers);
    }

    /** With nothing but a document. */
    public static OpenApiSourceConfig of(String name, DocumentSource document) {
        return new OpenApiSourceConfig(
                name,
                SourceRules.none(),
                document,
                null,
                Map.of(),
                Credential.none(),
                null,
                DEFAULT_MAX_OPERATIONS,
                false,
                RetryPolicy.none(),
                OpenApiCallConfig.standard());
    }

    /** The same with other rules for requests and answers. */
    public OpenApiSourceConfig withCalls(OpenApiCallConfig others) {
        return new OpenApiSourceConfig(
                name,
                rules,
                document,
                baseUrl,
                headers,
                auth,
                reload,
                maxOperations,
                relaxedInput,
                retry,
                others);
    }

    @Override
    public String kind() {
        return "openapi";
    }

    @Override
    public String toString() {
        return "OpenApiSourceConfig[name="
                + name
                + ", document="
                + document.description()
                + ", baseUrl="
                + (baseUrl == null ? null : SafeText.of(baseUrl))
                + ", headers="
                + headers
                + ", auth="
                + auth
                + ", calls="
                + calls
                + ", rules="
                + rules
                + "]";
    }
}
