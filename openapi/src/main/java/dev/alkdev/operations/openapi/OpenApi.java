package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;

/**
 * Makes operations from OpenAPI documents: 3.0, 3.1 and Swagger 2.0, JSON and YAML. A document that
 * cannot be read at all is a {@link DocumentException}.
 *
 * <pre>{@code
 * OpenApi.fromUrl("https://petstore.example/openapi.json", HttpServiceOptions.of("petstore"))
 *         .registerIn(registry);
 * registry.execute("petstore.getPetById", Json.parse("{\"petId\": 7}"));
 * }</pre>
 */
public final class OpenApi {
    private OpenApi() {}

    /** Imports a document at hand. */
    public static ImportedApi from(String document, HttpServiceOptions service) {
        return from(DocumentSource.text(document), service);
    }

    /** Imports a document that is parsed already; it must not change afterwards. */
    public static ImportedApi from(JsonNode document, HttpServiceOptions service) {
        DocumentLoader loader = new DocumentLoader(DocumentSource.text(""), service);
        ApiDocuments documents = new ApiDocuments(document, "", loader, service.imports);
        return new ApiImport(documents, service).run().api();
    }

    /** Imports a document from a file. */
    public static ImportedApi fromFile(Path file, HttpServiceOptions service) {
        return from(DocumentSource.file(file), service);
    }

    /** Imports a document from a URL. */
    public static ImportedApi fromUrl(String url, HttpServiceOptions service) {
        return from(DocumentSource.url(url), service);
    }

    /** As {@link #fromUrl(String, HttpServiceOptions)}. */
    public static ImportedApi fromUrl(URI url, HttpServiceOptions service) {
        return from(DocumentSource.url(url), service);
    }

    /** Imports a document from wherever it is. */
    public static ImportedApi from(DocumentSource document, HttpServiceOptions service) {
        return ApiImport.read(document, service).run().api();
    }

    /**
     * Looks through a whole document, every schema and reference included, and reports what it
     * offers and what is wrong with it.
     */
    public static OpenApiReport inspect(DocumentSource document) {
        return inspect(document, HttpServiceOptions.of("api"));
    }

    /** As {@link #inspect(DocumentSource)}, with the options an import would have. */
    public static OpenApiReport inspect(DocumentSource document, HttpServiceOptions service) {
        ApiImport reading = ApiImport.read(document, service);
        ImportedApi api = reading.inspect().api();
        return new OpenApiReport(
                reading.documents.specification(),
                api.title(),
                api.version(),
                api.operations().stream().map(OperationBinding::spec).toList(),
                reading.problems.all());
    }
}
