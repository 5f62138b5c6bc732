package dev.alkdev.operations.signin;

import dev.alkdev.operations.http.Endpoint;
import dev.alkdev.operations.http.Exchange;
import dev.alkdev.operations.http.RequestAuthenticator;

import tools.jackson.databind.node.ObjectNode;

import java.time.Clock;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Sign-in with a browser, by a token or an OpenID Connect issuer, with a session cookie: in memory
 * only, so that a restart signs everybody out. Threads share it.
 */
public final class SignIn {
    private final SignInPolicy policy;
    private final SignInSite site;
    private final Sessions sessions;
    private final SessionAuthenticator authenticator;

    public SignIn(SignInPolicy policy, SignInSite site) {
        this.policy = policy;
        this.site = site;
        this.sessions = new Sessions(policy::identity, Clock.systemUTC());
        this.authenticator = new SessionAuthenticator(policy, sessions, new SessionCookies(site));
    }

    /** Authenticates requests by the cookie of a session, and all others as the policy does. */
    public RequestAuthenticator authenticator() {
        return authenticator;
    }

    /**
     * Signs in by a token, signs out, and reports who is signed in.
     *
     * @param page adds what the pages are told besides
     */
    public Endpoint session(UnaryOperator<ObjectNode> page) {
        return new SessionEndpoint(this, page);
    }

    /**
     * Signs in by issuers, whose documents it begins to fetch.
     *
     * @param name finds the name of an issuer in a request
     */
    public OidcSignIn issuers(Function<Exchange, String> name) {
        return new OidcSignIn(this, name);
    }

    /** Ends the sessions whose proof no longer holds: tokens or issuers have changed. */
    public void recheck() {
        sessions.recheck();
    }

    SignInPolicy policy() {
        return policy;
    }

    SignInSite site() {
        return site;
    }

    Sessions sessions() {
        return sessions;
    }

    SessionCookies cookies() {
        return new SessionCookies(site);
    }

    SessionAuthenticator sessionAuthenticator() {
        return authenticator;
    }
}
