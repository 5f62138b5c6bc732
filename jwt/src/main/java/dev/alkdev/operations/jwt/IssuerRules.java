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
import dev.alkdev.operations.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
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

    private static final int LONGEST_NAME = 200;
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
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(
                        types.stream()
                                .flatMap(type -> Stream.of(type, MEDIA_TYPE + type))
                                .map(JOSEObjectType::new)
                                .collect(Collectors.toSet())));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(
                        options.algorithms().stream()
                                .map(JWSAlgorithm::parse)
                                .collect(Collectors.toSet()),
                        keys));
        // The claims are checked here, with reasons that may be told.
        processor.setJWTClaimsSetVerifier(null);
    }

    IssuerKeys keys() {
        return keys;
    }

    Verdict judge(SignedJWT token) {
        JWSHeader header = token.getHeader();
        if (!options.algorithms().contains(header.getAlgorithm().getName())) {
            return new Verdict.Refused("the token is signed with an algorithm not accepted here");
        }
        if (!types.contains(type(header.getType()))) {
            return new Verdict.Refused("the token is not of type " + String.join(" or ", types));
        }
        try {
            return judge(processor.process(token, null));
        } catch (KeySourceException e) {
            return new Verdict.Undecided(
                    "the authorization server cannot be reached to verify the token");
        } catch (BadJWSException e) {
            return new Verdict.Refused("the signature of the token is not valid");
        } catch (BadJOSEException | JOSEException e) {
            return new Verdict.Refused("the token is signed with a key that is not known");
        }
    }

    private static String type(@Nullable JOSEObjectType given) {
        String type = given == null ? "" : given.getType().toLowerCase(Locale.ROOT);
        return type.startsWith(MEDIA_TYPE) ? type.substring(MEDIA_TYPE.length()) : type;
    }

    private Verdict judge(JWTClaimsSet claims) {
        Optional<String> wrong = wrong(claims);
        if (wrong.isPresent()) {
            return new Verdict.Refused(wrong.get());
        }
        Set<String> scopes = scopes(claims.getClaim(options.scopeClaim()));
        if (scopes == null) {
            return new Verdict.Refused(
                    "the claim " + options.scopeClaim() + " of the token is no list of scopes");
        }
        String name = name(claims);
        if (name.isBlank() || name.length() > LONGEST_NAME || hasControls(name)) {
            return new Verdict.Refused("the token names no caller");
        }
        Identity identity = new Identity(options.namePrefix() + name, scopes, Map.of());
        return new Verdict.Accepted(identity, end(claims.getExpirationTime()));
    }

    private Optional<String> wrong(JWTClaimsSet claims) {
        Date expires = claims.getExpirationTime();
        Date starts = claims.getNotBeforeTime();
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
        boolean early = starts != null && now.plus(skew()).isBefore(starts.toInstant());
        return early ? Optional.of("the token is not valid yet") : Optional.empty();
    }

    private Duration skew() {
        return options.clockSkew();
    }

    private Instant end(Date expires) {
        return expires.toInstant().plus(skew());
    }

    /** Null if they are neither text nor texts. */
    private static @Nullable Set<String> scopes(@Nullable Object claim) {
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
        Set<String> scopes = new LinkedHashSet<>();
        for (Object each : given) {
            if (!(each instanceof String scope)) {
                return null;
            }
            if (!scope.isBlank()) {
                scopes.add(scope);
            }
        }
        return scopes;
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

    private static boolean hasControls(String name) {
        return name.chars().anyMatch(Character::isISOControl);
    }
}
