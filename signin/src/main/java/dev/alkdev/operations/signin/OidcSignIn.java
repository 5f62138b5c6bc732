package dev.alkdev.operations.signin;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.LogCounter;
import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.QueryText;
import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.jwt.OidcClient;
import dev.alkdev.operations.jwt.OidcRequest;
import dev.alkdev.operations.web.PercentEncoding;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Signs people in by OpenID Connect: sends the browser to the issuer, and takes it back. Whatever
 * happens, the browser ends at the pages. Threads share it.
 */
public final class OidcSignIn {
    private static final Logger LOG = LoggerFactory.getLogger(OidcSignIn.class);
    private static final LogCounter FAILED = new LogCounter();
    private static final String ERROR_CODE = "[a-z_]{1,40}";

    private final SignIn signIn;
    private final Function<Exchange, String> name;
    private final SessionCookies cookies;
    private final LoginFlows flows = new LoginFlows(Clock.systemUTC());
    private final LoginCookies logins;
    private final ConcurrentMap<SignInIssuer, OidcClient> clients = new ConcurrentHashMap<>();

    OidcSignIn(SignIn signIn, Function<Exchange, String> name) {
        this.signIn = signIn;
        this.name = name;
        this.cookies = signIn.cookies();
        this.logins = new LoginCookies(cookies, flows);
        issuers().forEach(each -> client(each).prepare());
    }

    private List<? extends SignInIssuer> issuers() {
        return signIn.policy().issuers();
    }

    private @Nullable SignInIssuer issuer(Predicate<SignInIssuer> condition) {
        return issuers().stream().filter(condition).findFirst().orElse(null);
    }

    /** Differs if the configuration of a name changes: a code is for its own issuer only. */
    private static String key(SignInIssuer issuer) {
        return issuer.name() + " " + issuer.options().issuer() + " " + issuer.options().clientId();
    }

    private OidcClient client(SignInIssuer issuer) {
        clients.keySet().retainAll(issuers());
        return clients.computeIfAbsent(issuer, each -> OidcClient.of(each.options()));
    }

    /** Where a browser begins. */
    public Endpoint login() {
        return new Visit(this::begin);
    }

    /** Where an issuer sends a browser. */
    public Endpoint callback() {
        return new Visit(this::end);
    }

    /** Something that answers with another place to go to. */
    private interface Step {
        String next(Exchange exchange) throws InterruptedException;
    }

    private record Visit(Step step) implements Endpoint.Public {
        @Override
        public List<String> methods() {
            return List.of("GET", "OPTIONS");
        }

        @Override
        public void serve(Exchange exchange) {
            try {
                exchange.response().setHeader("Location", step.next(exchange));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CallException(ErrorCode.UNAVAILABLE, "the sign-in was interrupted");
            }
            // What is behind a question mark is nobody else's business.
            exchange.response().setHeader("Referrer-Policy", "no-referrer");
            exchange.response().setStatus(302);
        }
    }

    private String begin(Exchange exchange) {
        String wanted = name.apply(exchange);
        SignInIssuer issuer = issuer(each -> each.name().equals(wanted));
        if (issuer == null) {
            throw Refusal.notFound("there is no such issuer");
        }
        if (!signIn.site().isOwnHost(exchange.request())) {
            return foreignHost(exchange);
        }
        OidcRequest request = OidcRequest.to(signIn.site().callback(exchange.request()));
        try {
            String place = client(issuer).authorization(request).toString();
            String cookie = logins.name(exchange, request.state());
            logins.add(exchange, cookie, flows.seal(cookie, key(issuer), request));
            return place;
        } catch (CallException e) {
            warn(issuer, e);
            return failed(issuer.shownTitle() + " cannot be reached; try again later");
        }
    }

    /** The issuer would send the browser, with its code, to wherever a forged Host leads. */
    private String foreignHost(Exchange exchange) {
        long times = FAILED.due("host");
        if (times > 0) {
            LOG.warn(
                    "Refused a sign-in for the host {} ({} so far): set publicUrl to the URL at"
                            + " which browsers reach this program",
                    exchange.request().getServerName(),
                    times);
        }
        return failed("signing in at this address requires publicUrl in the configuration");
    }

    private static void warn(SignInIssuer issuer, CallException e) {
        long times = FAILED.due(issuer.options().issuer());
        if (times > 0) {
            LOG.warn(
                    "A sign-in by {} failed ({} so far): {}",
                    issuer.options().issuer(),
                    times,
                    e.getMessage());
        }
    }

    private String failed(String reason) {
        return signIn.site().base() + "/#/sign-in?error=" + PercentEncoding.component(reason);
    }

    private String end(Exchange exchange) throws InterruptedException {
        Map<String, List<String>> given = QueryText.parse(exchange.request().getQueryString());
        // A state of another browser, or of none, changes nothing.
        LoginFlows.Flow flow = logins.find(exchange, text(given, "state"));
        SignInIssuer issuer = flow == null ? null : issuer(each -> key(each).equals(flow.issuer()));
        if (flow == null || issuer == null || !flows.finish(flow)) {
            return refused(exchange, "the sign-in was not begun here, or took too long");
        }
        logins.clear(exchange, logins.name(exchange, flow.request().state()));
        String error = text(given, "error");
        if (!error.isEmpty()) {
            String code = error.matches(ERROR_CODE) ? ": " + error.replace('_', ' ') : "";
            return refused(exchange, issuer.shownTitle() + " refused the sign-in" + code);
        }
        try {
            return signedIn(exchange, issuer, flow.request(), given);
        } catch (CallException e) {
            if (e.code().equals(ErrorCode.ACCESS_DENIED)) {
                return refused(exchange, e.getMessage());
            }
            warn(issuer, e);
            return failed(issuer.shownTitle() + " gave no answer that can be used");
        }
    }

    private static String text(Map<String, List<String>> given, String name) {
        return given.getOrDefault(name, List.of("")).getLast();
    }

    private String refused(Exchange exchange, String reason) {
        signIn.policy().refused(exchange.request(), reason);
        return failed(reason);
    }

    private String signedIn(
            Exchange exchange,
            SignInIssuer issuer,
            OidcRequest request,
            Map<String, List<String>> given)
            throws InterruptedException {
        OidcClient client = client(issuer);
        client.checkIssuer(given.containsKey("iss") ? text(given, "iss") : null);
        JsonNode claims = client.claims(text(given, "code"), request);
        if (!issuer.allows(claims)) {
            throw denied("this account may not use the hub");
        }
        Identity identity =
                issuer.identity(claims).orElseThrow(() -> denied("the account has no name"));
        open(exchange, new Proof.OfIssuer(issuer, identity));
        return signIn.site().base() + "/";
    }

    private void open(Exchange exchange, Proof.OfIssuer proof) {
        Sessions sessions = signIn.sessions();
        Sessions.Opened opened =
                sessions.open(
                        proof.identity().id(),
                        proof,
                        Clock.systemUTC().instant().plus(proof.issuer().session()));
        if (sessions.find(opened.secret()) == null) {
            // The config has another caller of this name, or this issuer no longer.
            throw denied("the name of this account is taken");
        }
        cookies.set(exchange, opened);
    }

    private static CallException denied(@Nullable String reason) {
        return new CallException(ErrorCode.ACCESS_DENIED, String.valueOf(reason));
    }
}
