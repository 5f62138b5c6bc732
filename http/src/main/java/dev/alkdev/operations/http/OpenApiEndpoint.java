package dev.alkdev.operations.http;

import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import java.io.IOException;
import java.util.List;

/** The OpenAPI document of what a caller may use. */
final class OpenApiEndpoint implements Endpoint {
    private static final int PAGE = 1_000;

    private final RestOptions settings;

    OpenApiEndpoint(RestOptions settings) {
        this.settings = settings;
    }

    @Override
    public List<String> methods() {
        return READS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        settings.reads().accept(exchange.caller());
        OperationRegistry registry = settings.registry();
        OpenApiDocument document = new OpenApiDocument(settings.info(), exchange.mount());
        OperationQuery query = OperationQuery.all().usableBy(exchange.caller()).withLimit(PAGE);
        OperationPage page = registry.list(query);
        while (true) {
            for (OperationSpec spec : page.operations()) {
                if (OperationListing.isListed(registry, spec)) {
                    document.add(spec);
                }
            }
            String next = page.nextCursor();
            if (next == null) {
                break;
            }
            page = registry.list(query.withCursor(next));
        }
        exchange.send(document.toJson());
    }
}
