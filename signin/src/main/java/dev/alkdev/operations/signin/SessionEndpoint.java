package dev.alkdev.operations.signin;

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
import java.util.function.UnaryOperator;

/** Who looks at the pages: signs in by a token, signs out, and reports who is signed in. */
final class SessionEndpoint implements Endpoint.Public {
    private static final int MOST_BYTES = 64 * 1024;

    private final SignIn signIn;
    private final SignInPolicy policy;
    private final UnaryOperator<ObjectNode> page;
    private final LimitOptions limits = LimitOptions.defaults().withMaxBodyBytes(MOST_BYTES);

    SessionEndpoint(SignIn signIn, UnaryOperator<ObjectNode> page) {
        this.signIn = signIn;
        this.policy = signIn.policy();
        this.page = page;
    }

    @Override
    public List<String> methods() {
        return List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS");
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        Sessions.Known before = signIn.sessionAuthenticator().session(exchange.request());
        switch (exchange.method()) {
            case "POST" -> exchange.send(shown(signIn(exchange, before)));
            case "DELETE" -> signOut(exchange, before);
            default -> exchange.send(shown(before));
        }
    }

    /** Under a new secret always, so that nobody can have given the browser one beforehand. */
    private Sessions.Known signIn(Exchange exchange, Sessions.@Nullable Known before)
            throws IOException {
        HttpServletRequest request = exchange.request();
        JsonNode given = JsonBody.read(exchange, limits).path("token");
        if (!policy.acceptsTokens()) {
            throw Refusal.invalid("this hub has no tokens");
        }
        if (!given.isString() || given.stringValue().isBlank()) {
            throw Refusal.invalid("the body should be {\"token\": \"…\"}");
        }
        String token = given.stringValue().strip();
        SignInPolicy.Bearer known;
        try {
            known = policy.bearer(token, request);
        } catch (AuthenticationException e) {
            throw Refusal.unauthorized(String.valueOf(e.getMessage()), policy.challenge(request));
        }
        if (before != null) {
            signIn.sessions().end(before.session());
        }
        Sessions.Opened opened =
                signIn.sessions()
                        .open(known.identity().id(), new Proof.OfToken(token), known.expires());
        signIn.cookies().set(exchange, opened);
        return new Sessions.Known(opened.session(), known.identity());
    }

    private void signOut(Exchange exchange, Sessions.@Nullable Known before) {
        if (before != null) {
            SessionAuthenticator.checkCsrf(before.session(), exchange.request());
            signIn.sessions().end(before.session());
        }
        signIn.cookies().clear(exchange);
        exchange.response().setStatus(204);
    }

    private ObjectNode shown(Sessions.@Nullable Known known) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
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
        return page.apply(json);
    }

    private ObjectNode signIn() {
        boolean tokens = policy.acceptsTokens();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("needed", tokens || !policy.issuers().isEmpty()).put("token", tokens);
        ArrayNode issuers = json.putArray("issuers");
        policy.issuers()
                .forEach(
                        each ->
                                issuers.addObject()
                                        .put("name", each.name())
                                        .put("title", each.shownTitle())
                                        .put(
                                                "login",
                                                signIn.site().api() + "/login/" + each.name()));
        return json;
    }
}
