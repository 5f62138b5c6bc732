package dev.alkdev.operations.jwt;

import com.nimbusds.jwt.JWTClaimsSet;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.ClientCredentials;
import dev.alkdev.operations.web.HttpSender;
import dev.alkdev.operations.web.PercentEncoding;
import dev.alkdev.operations.web.TokenEndpoint;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Signs people in by an OpenID Connect issuer: authorization code with PKCE, state and nonce. What
 * the issuer publishes is kept for a while, and the last of it used while the issuer is down.
 * Threads may share it.
 *
 * <pre>{@code
 * OidcRequest request = OidcRequest.to(URI.create("https://hub.example/callback"));
 * URI login = client.authorization(request);      // the browser goes there, and comes back
 * JsonNode claims = client.claims(code, request); // of the id token, verified
 * }</pre>
 */
public final class OidcClient {
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final int LONGEST = 16 * 1024;
    private static final String UNREADABLE = "the issuer gave no id token that can be read";

    private final OidcOptions options;
    private final HttpSender sender;
    private final TimeSource time;
    private final IssuerRules rules;
    private volatile @Nullable Known known;

    private record Known(IssuerDocuments.Metadata metadata, long at) {}

    OidcClient(OidcOptions options, HttpSender sender, TimeSource time) {
        this.options = options;
        this.sender = sender;
        this.time = time;
        JwtOptions tokens = options.tokens();
        this.rules =
                new IssuerRules(tokens, new IssuerKeys(new KeyFetch(tokens, sender, time)), time);
    }

    public static OidcClient of(OidcOptions options) {
        return of(options, TimeSource.system());
    }

    /** As {@link #of(OidcOptions)}, with a clock of its own. */
    public static OidcClient of(OidcOptions options, TimeSource time) {
        return new OidcClient(options, HttpSender.shared(), time);
    }

    /** Fetches the keys of the issuer in the background. */
    public void prepare() {
        rules.keys().prepare();
    }

    /**
     * Where a browser has to go.
     *
     * @throws CallException {@code UNAVAILABLE} if the issuer cannot be reached
     */
    public URI authorization(OidcRequest request) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", options.clientId());
        query.put("redirect_uri", request.redirectUri().toString());
        query.put("scope", String.join(" ", options.scopes()));
        query.put("state", request.state());
        query.put("nonce", request.nonce());
        query.put("code_challenge", request.challenge());
        query.put("code_challenge_method", "S256");
        URI place = url("authorization_endpoint");
        String text =
                query.entrySet().stream()
                        .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                        .collect(Collectors.joining("&"));
        return URI.create(place + (place.getRawQuery() == null ? "?" : "&") + text);
    }

    private static String encoded(String text) {
        return PercentEncoding.component(text);
    }

    /**
     * Checks which issuer sends a browser back (RFC 9207), so that the answer of one is not taken
     * for that of another.
     *
     * @param given the parameter {@code iss} of the answer, if it has one
     * @throws CallException {@code ACCESS_DENIED} if it is another
     */
    public void checkIssuer(@Nullable String given) {
        boolean needed =
                metadata()
                        .json()
                        .path("authorization_response_iss_parameter_supported")
                        .asBoolean(false);
        if (given == null ? needed : !given.equals(options.issuer())) {
            throw denied("the answer is not of this issuer");
        }
    }

    /**
     * Redeems a code for an id token, and verifies it.
     *
     * @return the claims of the id token
     * @throws CallException {@code UNAVAILABLE} if the issuer cannot be reached, {@code
     *     ACCESS_DENIED} or {@code EXECUTION_ERROR} if the code or the token is refused
     */
    public JsonNode claims(String code, OidcRequest request) throws InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", request.redirectUri().toString());
        form.put("code_verifier", request.verifier());
        JsonNode given = endpoint().ask(form, time).path("id_token");
        String token = given.isString() ? given.stringValue() : "";
        if (token.isEmpty() || token.length() > LONGEST) {
            throw denied(UNREADABLE);
        }
        IssuerRules.Checked.Valid valid = verified(token);
        JWTClaimsSet claims = valid.claims();
        Instant issued = valid.times().issued();
        if (issued != null && issued.isAfter(time.now().plus(options.clockSkew()))) {
            throw denied("the id token is not valid yet; do the clocks differ?");
        }
        if (!request.nonce().equals(claims.getClaim("nonce"))) {
            throw denied("the id token is for another sign-in");
        }
        return Json.parse(claims.toString());
    }

    private TokenEndpoint endpoint() {
        JsonNode methods = metadata().json().path("token_endpoint_auth_methods_supported");
        List<String> supported = methods.isArray() ? texts(methods) : List.of();
        boolean post =
                supported.contains("client_secret_post")
                        && !supported.contains("client_secret_basic");
        return new TokenEndpoint(
                url("token_endpoint"),
                new TokenEndpoint.Client(
                        options.clientId(),
                        options.clientSecret(),
                        post
                                ? ClientCredentials.Authentication.POST
                                : ClientCredentials.Authentication.BASIC),
                sender);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(each -> each.asString("")).toList();
    }

    private IssuerRules.Checked.Valid verified(String token) {
        IssuerRules.Checked checked;
        try {
            checked = rules.check(CompactJwt.parse(token));
        } catch (ParseException | RuntimeException e) {
            throw denied(UNREADABLE);
        }
        return switch (checked) {
            case IssuerRules.Checked.Valid valid -> forThisClient(valid);
            case IssuerRules.Checked.Invalid(Verdict.Undecided undecided) ->
                    throw new CallException(ErrorCode.UNAVAILABLE, undecided.reason());
            case IssuerRules.Checked.Invalid(Verdict.Refused refused) ->
                    throw denied(refused.reason());
            case IssuerRules.Checked.Invalid(Verdict.Accepted accepted) -> throw denied(UNREADABLE);
        };
    }

    /** A token for several clients names the one it was given to. */
    private IssuerRules.Checked.Valid forThisClient(IssuerRules.Checked.Valid valid) {
        JWTClaimsSet claims = valid.claims();
        Object party = claims.getClaim("azp");
        boolean other =
                party == null ? claims.getAudience().size() > 1 : !party.equals(options.clientId());
        if (other) {
            throw denied("the id token is for another client");
        }
        return valid;
    }

    private URI url(String name) {
        try {
            return metadata().url(name);
        } catch (IOException e) {
            throw new CallException(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /** The last ones if there are no newer. */
    private IssuerDocuments.Metadata metadata() {
        Known before = known;
        long now = time.millis();
        if (before != null && now >= before.at && now - before.at < FRESH.toMillis()) {
            return before.metadata;
        }
        try {
            IssuerDocuments documents = new IssuerDocuments(options.issuer(), sender, time);
            IssuerDocuments.Metadata fresh = documents.metadata();
            known = new Known(fresh, now);
            return fresh;
        } catch (IOException e) {
            if (before != null) {
                return before.metadata;
            }
            throw new CallException(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(ErrorCode.UNAVAILABLE, "the sign-in was interrupted");
        }
    }

    private static CallException denied(String reason) {
        return new CallException(ErrorCode.ACCESS_DENIED, reason);
    }
}
