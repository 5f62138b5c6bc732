package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.JsonBody;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.http.Refusal;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Who looks at the console: signs in by a token, signs out, and says who is signed in. */
final class SessionEndpoint implements Endpoint {
    private static final int MOST_BYTES = 64 * 1024;

    private final HubParts parts;
    private final SessionAuthenticator sessions;
    private final SessionCookies cookies;
    private final LimitOptions limits = LimitOptions.defaults().withMaxBodyBytes(MOST_BYTES);

    SessionEndpoint(HubParts parts, SessionAuthenticator sessions) {
        this.parts = parts;
        this.sessions = sessions;
        this.cookies = new SessionCookies(parts);
    }

    @Override
    public List<String> methods() {
        return List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS");
    }

    @Override
    public boolean isPublic() {
        return true;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        ConsoleSessions.Known before = sessions.session(exchange.request());
        switch (exchange.method()) {
            case "POST" -> exchange.send(shown(signIn(exchange, before)));
            case "DELETE" -> signOut(exchange, before);
            default -> exchange.send(shown(before));
        }
    }

    /** Under a new secret always, so that nobody can have given the browser one beforehand. */
    private ConsoleSessions.Known signIn(Exchange exchange, ConsoleSessions.@Nullable Known before)
            throws IOException {
        HttpServletRequest request = exchange.request();
        JsonNode given = JsonBody.read(exchange, limits).path("token");
        HubAuthenticator authenticator = parts.authenticator();
        if (!authenticator.tokens().areAny()) {
            throw Refusal.invalid("this hub has no tokens");
        }
        if (!given.isString() || given.stringValue().isBlank()) {
            throw Refusal.invalid("the body should be {\"token\": \"…\"}");
        }
        String token = given.stringValue().strip();
        TokenBearer.Known known;
        try {
            known = authenticator.known(token, request);
        } catch (AuthenticationException e) {
            throw Refusal.unauthorized(
                    String.valueOf(e.getMessage()), authenticator.challenge(request));
        }
        if (before != null) {
            authenticator.sessions().end(before.session());
        }
        ConsoleSessions.Opened opened =
                authenticator
                        .sessions()
                        .open(
                                known.identity().id(),
                                new ConsoleSession.Proof.OfToken(token),
                                known.expires());
        cookies.set(exchange, opened);
        return new ConsoleSessions.Known(opened.session(), known.identity());
    }

    private void signOut(Exchange exchange, ConsoleSessions.@Nullable Known before) {
        if (before != null) {
            SessionAuthenticator.checkCsrf(before.session(), exchange.request());
            parts.authenticator().sessions().end(before.session());
        }
        cookies.clear(exchange);
        exchange.sendEmpty(204);
    }

    private ObjectNode shown(ConsoleSessions.@Nullable Known known) {
        HubConfig config = parts.config();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("title", config.title()).put("version", version());
        if (known == null) {
            json.putNull("caller");
        } else {
            Identity identity = known.identity();
            ArrayNode scopes = json.putObject("caller").put("id", identity.id()).putArray("scopes");
            identity.scopes().stream().sorted().forEach(scopes::add);
        }
        json.set("signIn", signIn());
        json.put("signOut", known != null);
        json.put("csrf", known == null ? null : known.session().csrf());
        json.put("expires", known == null ? null : known.session().expires().toEpochMilli());
        String base = parts.publicPath();
        json.putObject("paths")
                .put("rest", base + "/operations")
                .put("mcp", has(McpGatewayConfig.class) ? base + "/mcp" : null)
                .put("links", has(LinkGatewayConfig.class) ? base + "/link" : null);
        return json;
    }

    private ObjectNode signIn() {
        AcceptedTokens accepted = parts.authenticator().tokens();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("needed", !accepted.isNone()).put("token", accepted.areAny());
        ArrayNode issuers = json.putArray("issuers");
        accepted.signIns()
                .forEach(
                        each ->
                                issuers.addObject()
                                        .put("name", each.name())
                                        .put("title", each.shownTitle())
                                        .put(
                                                "login",
                                                ConsoleGateway.API + "/login/" + each.name()));
        return json;
    }

    private boolean has(Class<? extends GatewayConfig> kind) {
        return parts.config().gateways().stream().anyMatch(kind::isInstance);
    }

    private static String version() {
        return Objects.requireNonNullElse(
                Hub.class.getPackage().getImplementationVersion(), "development");
    }
}
