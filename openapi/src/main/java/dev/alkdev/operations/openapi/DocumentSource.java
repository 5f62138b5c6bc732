package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.Origin;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Where an OpenAPI document is read from. Immutable; threads may share it. */
public sealed interface DocumentSource {

    /** A document at hand, JSON or YAML. Its references lead nowhere but into itself. */
    static DocumentSource text(String text) {
        return new Text(text);
    }

    /** A file of any file system. */
    static DocumentSource file(Path path) {
        return new File(path);
    }

    /** As {@link #url(URI)}. */
    static Url url(String url) {
        return url(URI.create(url));
    }

    /**
     * A URL.
     *
     * @throws IllegalArgumentException if it is neither http nor https
     */
    static Url url(URI url) {
        return new Url(url, Map.of(), null);
    }

    /** The name for messages; without secrets. */
    String description();

    /** A document at hand. */
    record Text(String text) implements DocumentSource {
        @Override
        public String description() {
            return "the given text";
        }
    }

    /** A document in a file. */
    record File(Path path) implements DocumentSource {
        @Override
        public String description() {
            return path.toString();
        }
    }

    /**
     * A document on the web.
     *
     * @param headers sent when it is fetched, and for documents of the same origin it refers to
     * @param credentials called each time it is fetched; null if it needs none
     */
    record Url(URI url, Map<String, String> headers, @Nullable CredentialSupplier credentials)
            implements DocumentSource {

        public Url {
            if (!Origin.isWeb(url)) {
                throw new IllegalArgumentException(
                        "an OpenAPI document is fetched by http or https, not from " + url);
            }
            headers = Map.copyOf(headers);
        }

        public Url withHeader(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Url(url, more, credentials);
        }

        public Url withCredential(Credential credential) {
            return withCredentials(operation -> credential);
        }

        public Url withCredentials(CredentialSupplier credentials) {
            return new Url(url, headers, Objects.requireNonNull(credentials));
        }

        @Override
        public String description() {
            return Origin.of(url) + Objects.requireNonNullElse(url.getRawPath(), "");
        }

        @Override
        public String toString() {
            return "Url[" + description() + "]";
        }
    }
}
