package dev.alkdev.operations.http;

import java.io.IOException;
import java.util.List;

/** Lists the operations a caller may use. */
record ListingEndpoint(RestSettings settings) implements Endpoint {
    @Override
    public List<String> methods() {
        return READS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        settings.reads().accept(exchange.caller());
        ListingQuery query =
                ListingQuery.parse(exchange.request().getQueryString()).usableBy(exchange.caller());
        byte[] body = OperationListing.write(settings.registry(), query, settings.sources().get());
        exchange.held().take(body.length);
        exchange.send(200, Exchange.JSON, body);
    }
}
