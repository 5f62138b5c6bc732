package dev.alkdev.operations.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.BadJWSException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges the tokens of one issuer. Threads may share it. */
final class IssuerRules {
    private static final String MEDIA_TYPE = "application/";

    /** Allows tokens that have no type. */
    static final String NO_TYPE = "";

    private static final List<String> CLIENT_CLAIMS = List.of("client_id", "azp");

    private final JwtOptions options;
    private final IssuerKeys keys;
    private final TimeSource time;
    private final Set<String> types;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    IssuerRules(JwtOptions options, IssuerKeys keys, TimeSource time) {
        this.options = options;
        this.keys = keys;
        this.time = time;
        this.types =
                options.types().stream()
                        .map(type -> type.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(accepted(types)));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(
                        options.algorithms().stream()
                                .map(JWSAlgorithm::parse)
                                .collect(Collectors.toSet()),
                        keys));
        // The claims are checked here, with reasons that may be told.
        processor.setJWTClaimsSetVerifier(null);
    }

    private static Set<@Nullable JOSEObjectType> accepted(Set<String> types) {
        Set<@Nullable JOSEObjectType> accepted = new HashSet<>();
        for (String type : types) {
            if (type.equals(NO_TYPE)) {
                accepted.add(null);
            } else {
                accepted.add(new JOSEObjectType(type));
                accepted.add(new JOSEObjectType(MEDIA_TYPE + type));
            }
        }
        return accepted;
    }

    IssuerKeys keys() {
        return keys;
    }

    /** The claims of a token, if it is valid. */
    sealed interface Checked {
        record Valid(JWTClaimsSet claims, TokenTimes times) implements Checked {}

        record Invalid(Verdict verdict) implements Checked {
            static Invalid refused(String reason) {
                return new Invalid(new Verdict.Refused(reason));
            }
        }
    }

    Verdict judge(SignedJWT token) {
        return switch (check(token)) {
            case Checked.Valid(JWTClaimsSet claims, TokenTimes times) -> judge(claims, times);
            case Checked.Invalid(Verdict verdict) -> verdict;
        };
    }

    /** Checks signature, issuer, audience, type and time. */
    Checked check(SignedJWT token) {
        JWSHeader header = token.getHeader();
        if (!options.algorithms().contains(header.getAlgorithm().getName())) {
            return Checked.Invalid.refused(
                    "the token is signed with an algorithm not accepted here");
        }
        if (!types.contains(type(header.getType()))) {
            return Checked.Invalid.refused(
                    "the token is not of type " + String.join(" or ", types));
        }
        try {
            JWTClaimsSet claims = processor.process(token, null);
            Map<String, Object> payload = token.getPayload().toJSONObject();
            if (payload.get("sub") != null && !(payload.get("sub") instanceof String)) {
                return Checked.Invalid.refused("the subject of the token is not a text");
            }
            TokenTimes times = TokenTimes.of(payload);
            Optional<String> wrong = wrong(claims, times);
            return wrong.isPresent()
                    ? Checked.Invalid.refused(wrong.get())
                    : new Checked.Valid(claims, times);
        } catch (KeySourceException e) {
            return new Checked.Invalid(
                    new Verdict.Undecided(
                            "the authorization server cannot be reached to verify the token"));
        } catch (BadJWSException e) {
            return Checked.Invalid.refused("the signature of the token is not valid");
        } catch (BadJOSEException | JOSEException e) {
            return Checked.Invalid.refused("the token is signed with a key that is not known");
        }
    }

    private static String type(@Nullable JOSEObjectType given) {
        String type = given == null ? "" : given.getType().toLowerCase(Locale.ROOT);
        return type.startsWith(MEDIA_TYPE) ? type.substring(MEDIA_TYPE.length()) : type;
    }

    private Verdict judge(JWTClaimsSet claims, TokenTimes times) {
        Set<String> scopes = texts(claims.getClaim(options.scopeClaim()));
        if (scopes == null) {
            return new Verdict.Refused(
                    "the claim " + options.scopeClaim() + " of the token is not a list of scopes");
        }
        String toolsClaim = options.toolsClaim();
        Set<String> tools = toolsClaim == null ? null : texts(claims.getClaim(toolsClaim));
        if (toolsClaim != null && tools == null) {
            return new Verdict.Refused(
                    "the claim " + toolsClaim + " of the token is not a list of tools");
        }
        String name = name(claims);
        Instant expires = times.expires();
        if (!AccountName.isUsable(name) || expires == null) {
            return new Verdict.Refused("the token names no caller");
        }
        Identity identity = new Identity(options.namePrefix() + name, scopes, Map.of(), tools);
        return new Verdict.Accepted(identity, end(expires));
    }

    private Optional<String> wrong(JWTClaimsSet claims, TokenTimes times) {
        Instant expires = times.expires();
        Instant starts = times.starts();
        Instant now = time.now();
        if (!options.issuer().equals(claims.getIssuer())) {
            return Optional.of("the token is of an issuer not accepted here");
        }
        if (claims.getAudience().stream().noneMatch(options::isFor)) {
            return Optional.of("the token is for another audience");
        }
        if (expires == null) {
            return Optional.of("the token has no end");
        }
        if (!now.isBefore(end(expires))) {
            return Optional.of(JwtVerifier.EXPIRED);
        }
        boolean early = starts != null && now.plus(skew()).isBefore(starts);
        return early ? Optional.of("the token is not valid yet") : Optional.empty();
    }

    private Duration skew() {
        return options.clockSkew();
    }

    private Instant end(Instant expires) {
        return expires.plus(skew());
    }

    /** Null if they are neither text nor texts. */
    private static @Nullable Set<String> texts(@Nullable Object claim) {
        List<?> given =
                switch (claim) {
                    case null -> List.of();
                    case String text -> List.of(text.split(" ", -1));
                    case List<?> list -> list;
                    default -> null;
                };
        if (given == null) {
            return null;
        }
        Set<String> texts = new LinkedHashSet<>();
        for (Object each : given) {
            if (!(each instanceof String text)) {
                return null;
            }
            if (!text.isBlank()) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** A client that acts for itself has no subject with some issuers. */
    private String name(JWTClaimsSet claims) {
        return Stream.concat(Stream.of(options.nameClaim()), CLIENT_CLAIMS.stream())
                .map(claims::getClaim)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .findFirst()
                .orElse("");
    }
}
