package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;

import java.io.IOException;
import java.util.List;

/**
 * The readiness health check: whether the server accepts traffic, and the state of its sources.
 * What went wrong with one may name hosts within: it is for those who may also list operations.
 */
final class ReadyEndpoint implements Endpoint {
    private final RestOptions settings;

    ReadyEndpoint(RestOptions settings) {
        this.settings = settings;
    }

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
        Readiness readiness = settings.readiness().get();
        List<SourceEntry> sources = settings.sources().get();
        boolean ready = readiness == Readiness.READY || readiness == Readiness.DEGRADED;
        // The operations of the other sources still work, so requests are still wanted.
        boolean degraded = ready && sources.stream().anyMatch(SourceEntry::isFailed);
        boolean errors = isKnown(exchange);
        byte[] body =
                JsonText.write(
                        json -> {
                            json.writeStartObject();
                            json.writeStringProperty(
                                    "status", degraded ? "degraded" : readiness.wireName());
                            SourceEntry.write(json, sources, errors);
                            json.writeEndObject();
                        });
        exchange.send(ready ? 200 : 503, Exchange.JSON, body);
    }

    private boolean isKnown(Exchange exchange) {
        try {
            settings.authenticator().authenticate(exchange.request());
            return true;
        } catch (AuthenticationException | CallException e) {
            // Whether the server is ready does not depend on who asks.
            return false;
        }
    }
}
