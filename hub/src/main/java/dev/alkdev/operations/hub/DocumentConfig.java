package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Location;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.ShortForm;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.openapi.DocumentSource;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where an OpenAPI document is: a file or a URL. Immutable; threads may share it.
 *
 * @param file null if it has a URL
 */
@Form(title = "the path or URL of an OpenAPI document", example = "petstore.json")
public record DocumentConfig(
        @Key(value = "Where the document is on the web.", unless = "a `file`")
                @Form(value = Text.WEB_URL, example = "https://petstore.example/openapi.json")
                @Nullable URI url,
        @Key(value = "The document on this machine.", unless = "a `url`")
                @Form(title = "the path of a file", example = "petstore.json", file = true)
                @Nullable Path file,
        @Key("Sent when the document is fetched.")
                @Form(
                        title = "an object of header names and values",
                        example = "{'X-Tenant': 'shop'}")
                Map<@Form(Text.HEADER) String, @Form(Text.HEADER_VALUE) Secret> headers) {

    /** One of both. */
    public DocumentConfig {
        if ((url == null) == (file == null)) {
            throw new IllegalArgumentException("a document has either a url or a file");
        }
        headers = Map.copyOf(headers);
    }

    @ShortForm
    static DocumentConfig of(Location location) {
        return new DocumentConfig(location.url(), location.file(), Map.of());
    }

    DocumentSource source() {
        if (file != null) {
            return DocumentSource.file(file);
        }
        DocumentSource.Url source = DocumentSource.url(Objects.requireNonNull(url));
        for (Map.Entry<String, Secret> header : headers.entrySet()) {
            source = source.withHeader(header.getKey(), header.getValue().value());
        }
        return source;
    }

    @Override
    public String toString() {
        return source().description();
    }
}
