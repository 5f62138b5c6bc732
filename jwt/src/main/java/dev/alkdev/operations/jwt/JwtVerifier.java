package dev.alkdev.operations.jwt;

import com.nimbusds.jwt.SignedJWT;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.HttpSender;

import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Verifies access tokens: signature, issuer, audience, type and time. Verdicts are remembered by
 * the hash of the token until it expires, since a signature costs more than most calls. Threads may
 * share it.
 */
public final class JwtVerifier {
    /** The reason for a token that was valid once: its holder should get another. */
    public static final String EXPIRED = "the token has expired";

    private static final String UNREADABLE = "the token is not a signed JWT";
    private static final int LONGEST = 16 * 1024;

    private final Map<String, IssuerRules> issuers = new LinkedHashMap<>();
    private final VerdictCache cache;

    /**
     * With a client and a clock of its own.
     *
     * @throws IllegalArgumentException if two have the same issuer
     */
    JwtVerifier(List<JwtOptions> accepted, HttpSender sender, TimeSource time) {
        this.cache = new VerdictCache(time);
        for (JwtOptions options : accepted) {
            IssuerKeys keys = new IssuerKeys(new KeyFetch(options, sender, time));
            if (issuers.put(options.issuer(), new IssuerRules(options, keys, time)) != null) {
                throw new IllegalArgumentException(
                        "the issuer is given twice: " + options.issuer());
            }
        }
    }

    /**
     * Verifies the tokens of some issuers.
     *
     * @throws IllegalArgumentException if two have the same issuer
     */
    public static JwtVerifier of(List<JwtOptions> issuers) {
        return of(issuers, HttpSender.shared());
    }

    /**
     * As {@link #of(List)}.
     *
     * @param sender fetches keys, for instance with a client that trusts a certificate of your own
     */
    public static JwtVerifier of(List<JwtOptions> issuers, HttpSender sender) {
        return new JwtVerifier(issuers, sender, TimeSource.system());
    }

    /**
     * Fetches the keys of the issuers in the background, so that the first token need not wait and
     * an issuer that cannot be reached is in the log at once.
     */
    public void prepare() {
        issuers.values().forEach(issuer -> issuer.keys().prepare());
    }

    /**
     * Judges a token. Waits for the keys of its issuer if they are not known yet, a few seconds at
     * most.
     */
    public Verdict verify(String token) {
        if (token.length() > LONGEST) {
            return new Verdict.Refused("the token is too long");
        }
        VerdictCache.Key key = VerdictCache.Key.of(token);
        Verdict known = cache.get(key);
        return known == null ? judged(token, key) : known;
    }

    private Verdict judged(String token, VerdictCache.Key key) {
        try {
            return judged(CompactJwt.parse(token), key);
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            // Anybody can send anything; what is wrong with it helps nobody but them.
            return new Verdict.Refused(UNREADABLE);
        }
    }

    private Verdict judged(SignedJWT token, VerdictCache.Key key) throws ParseException {
        // Not verified yet: it only selects by whose keys the token is verified.
        String issuer = token.getJWTClaimsSet().getIssuer();
        IssuerRules rules = issuer == null ? null : issuers.get(issuer);
        if (rules == null) {
            return new Verdict.Refused("the token is of an issuer not accepted here");
        }
        long version = rules.keys().version();
        Verdict verdict = rules.judge(token);
        if (version < 0) {
            version = rules.keys().version();
        }
        cache.put(key, verdict, rules.keys(), version);
        return verdict;
    }

    int remembered() {
        return cache.size();
    }
}
