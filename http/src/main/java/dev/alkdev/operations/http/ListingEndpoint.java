package dev.alkdev.operations.http;

import java.io.IOException;
import java.util.List;

/** Lists the operations a caller may use. */
record ListingEndpoint(RestOptions settings, OperationListing listing) implements Endpoint {
    @Override
    public List<String> methods() {
        return READS;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        settings.reads().accept(exchange.caller());
        byte[] body = listing.write(exchange.request().getQueryString(), exchange.caller());
        exchange.held().take(body.length);
        exchange.send(200, Exchange.JSON, body);
    }
}
