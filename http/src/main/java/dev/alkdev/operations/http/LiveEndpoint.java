package dev.alkdev.operations.http;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.util.List;

/** The liveness health check. */
final class LiveEndpoint implements Endpoint {
    @Override
    public List<String> methods() {
        return READS;
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        exchange.send(JsonNodeFactory.instance.objectNode().put("status", "live"));
    }
}
