package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The health checks: whether the server runs, and whether it accepts traffic, with the state of its
 * sources. What went wrong with one may name hosts within: it is for those who may also list
 * operations.
 */
record HealthEndpoint(RestGateway gateway) implements Endpoint.Public {
    static final String LIVE = "/health/live";
    static final String READY = "/health/ready";

    @Override
    public void serve(Exchange exchange) throws IOException {
        if (exchange.path().equals(LIVE)) {
            exchange.send(JsonNodeFactory.instance.objectNode().put("status", "live"));
            return;
        }
        Readiness readiness = gateway.readiness.get();
        List<SourceEntry> sources = gateway.sources.get();
        boolean ready = readiness == Readiness.READY || readiness == Readiness.DEGRADED;
        // The operations of the other sources still work, so requests are still wanted.
        boolean degraded = ready && !sources.stream().allMatch(SourceEntry::isReady);
        Readiness status = degraded ? Readiness.DEGRADED : readiness;
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("status", status.name().toLowerCase(Locale.ROOT));
        ArrayNode shown = json.putArray("sources");
        boolean errors = isKnown(exchange);
        sources.forEach(each -> shown.add(errors ? each.toJson() : each.toPublicJson()));
        exchange.send(ready ? 200 : 503, Exchange.JSON, Json.write(json));
    }

    private boolean isKnown(Exchange exchange) {
        try {
            gateway.authenticator.authenticate(exchange.request());
            return true;
        } catch (AuthenticationException | CallException e) {
            // Whether the server is ready does not depend on who asks.
            return false;
        }
    }
}
