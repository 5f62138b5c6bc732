package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;

/**
 * Makes operations from OpenAPI documents: 3.0, 3.1 and Swagger 2.0, JSON and YAML.
 *
 * <pre>{@code
 * OpenApi.fromUrl("https://petstore.example/openapi.json", HttpServiceConfig.of("petstore"))
 *         .registerIn(registry);
 * registry.execute("petstore.getPetById", Json.parse("{\"petId\": 7}"));
 * }</pre>
 */
public final class OpenApi {
    private OpenApi() {}

    /**
     * Imports a document at hand.
     *
     * @throws DocumentException if it cannot be read
     */
    public static ImportedApi from(String document, HttpServiceConfig config) {
        return from(DocumentSource.text(document), config);
    }

    /** Imports a document that is parsed already; it must not change afterwards. */
    public static ImportedApi from(JsonNode document, HttpServiceConfig config) {
        DocumentLoader loader = new DocumentLoader(DocumentSource.text(""), config);
        ApiDocuments documents = new ApiDocuments(document, "", loader, config.imports());
        return new ApiImport(documents, config).run().api();
    }

    /**
     * Imports a document from a file.
     *
     * @throws DocumentException if it cannot be read
     */
    public static ImportedApi fromFile(Path file, HttpServiceConfig config) {
        return from(DocumentSource.file(file), config);
    }

    /**
     * Imports a document from a URL.
     *
     * @throws DocumentException if it cannot be read
     */
    public static ImportedApi fromUrl(String url, HttpServiceConfig config) {
        return from(DocumentSource.url(url), config);
    }

    /** As {@link #fromUrl(String, HttpServiceConfig)}. */
    public static ImportedApi fromUrl(URI url, HttpServiceConfig config) {
        return from(DocumentSource.url(url), config);
    }

    /**
     * Imports a document from wherever it is.
     *
     * @throws DocumentException if it cannot be read
     */
    public static ImportedApi from(DocumentSource document, HttpServiceConfig config) {
        return ApiImport.read(document, config).run().api();
    }

    /**
     * Looks through a whole document, every schema and reference included, and reports what it
     * offers and what is wrong with it.
     *
     * @throws DocumentException if it cannot be read
     */
    public static OpenApiReport inspect(DocumentSource document) {
        return inspect(document, HttpServiceConfig.of("api"));
    }

    /** As {@link #inspect(DocumentSource)}, with the options an import would have. */
    public static OpenApiReport inspect(DocumentSource document, HttpServiceConfig config) {
        ApiImport reading = ApiImport.read(document, config);
        ImportedApi api = reading.inspect().api();
        return new OpenApiReport(
                reading.specification(),
                api.title(),
                api.version(),
                api.operations().stream().map(OperationBinding::spec).toList(),
                reading.problems());
    }
}
