package dev.alkdev.operations.jwt;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tokens of one issuer are accepted. Immutable; threads may share it.
 *
 * @param issuer exactly as the claim {@code iss} has it
 * @param audiences values of the claim {@code aud} that mean this server
 * @param publicUrl the URL of this server: it, and every URL below it, is an audience too
 * @param jwksUri where the keys are; null to find it by the metadata of the issuer
 * @param algorithms of signatures
 * @param types of tokens, the header {@code typ}, in lower case
 * @param scopeClaim the claim with the scopes, as text with spaces or as a list
 * @param nameClaim the claim with the name of the caller
 * @param namePrefix put before the name of each caller
 * @param clockSkew by how much clocks may differ
 * @param toolsClaim the claim with patterns of the operations that the caller may use; null if
 *     tokens do not limit them. A token without the claim may use no operation
 */
public record JwtOptions(
        String issuer,
        List<String> audiences,
        @Nullable URI publicUrl,
        @Nullable URI jwksUri,
        Set<String> algorithms,
        Set<String> types,
        String scopeClaim,
        String nameClaim,
        String namePrefix,
        Duration clockSkew,
        @Nullable String toolsClaim) {

    /** Signatures that can be verified; all with public keys. */
    public static final Set<String> SUPPORTED =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    private static final Duration MOST_SKEW = Duration.ofMinutes(10);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if tokens for anybody would be accepted, an algorithm cannot
     *     be verified, or clocks may differ by more than ten minutes
     */
    public JwtOptions {
        audiences = List.copyOf(audiences);
        algorithms = Set.copyOf(algorithms);
        types = Set.copyOf(types);
        if (audiences.isEmpty() && publicUrl == null) {
            throw new IllegalArgumentException(
                    "an audience or a public URL is needed: tokens for others must not be"
                            + " accepted");
        }
        if (algorithms.isEmpty() || !SUPPORTED.containsAll(algorithms)) {
            throw new IllegalArgumentException(
                    "algorithms should be some of " + SUPPORTED + " but are " + algorithms);
        }
        if (clockSkew.isNegative() || clockSkew.compareTo(MOST_SKEW) > 0) {
            throw new IllegalArgumentException(
                    "the clock skew should be from 0 to 10 minutes but is " + clockSkew);
        }
    }

    /** Begins with the issuer of the tokens. */
    public static Builder issuer(String issuer) {
        return new Builder(issuer);
    }

    /** Whether an audience means this server. */
    boolean isFor(String audience) {
        return audiences.contains(audience) || (publicUrl != null && isBelow(audience, publicUrl));
    }

    private static boolean isBelow(String audience, URI url) {
        String whole = url.toString();
        String base = whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
        return audience.startsWith(base)
                && (audience.length() == base.length() || audience.charAt(base.length()) == '/');
    }

    /** The parts of {@link JwtOptions}. For one thread. */
    public static final class Builder {
        private final String issuer;
        private List<String> audiences = List.of();
        private @Nullable URI publicUrl;
        private @Nullable URI jwksUri;
        private Set<String> algorithms = new LinkedHashSet<>(List.of("RS256", "ES256"));
        private Set<String> types = Set.of("at+jwt");
        private String scopeClaim = "scope";
        private String nameClaim = "sub";
        private String namePrefix = "";
        private Duration clockSkew = Duration.ofSeconds(30);
        private @Nullable String toolsClaim;

        private Builder(String issuer) {
            this.issuer = issuer;
        }

        /** Values of the claim {@code aud} that mean this server. */
        public Builder audience(String... audiences) {
            this.audiences = List.of(audiences);
            return this;
        }

        /** The URL of this server: it, and every URL below it, is an audience too. */
        public Builder publicUrl(@Nullable URI publicUrl) {
            this.publicUrl = publicUrl;
            return this;
        }

        /** Where the keys are; found by the metadata of the issuer unless given. */
        public Builder jwksUri(@Nullable URI jwksUri) {
            this.jwksUri = jwksUri;
            return this;
        }

        /** The algorithms of signatures; RS256 and ES256 unless given. */
        public Builder algorithms(String... algorithms) {
            this.algorithms = Set.of(algorithms);
            return this;
        }

        /** The types of tokens; {@code at+jwt} unless given. Some issuers write {@code jwt}. */
        public Builder types(String... types) {
            this.types = Set.of(types);
            return this;
        }

        /** The claim with the scopes; {@code scope} unless given. */
        public Builder scopeClaim(String scopeClaim) {
            this.scopeClaim = scopeClaim;
            return this;
        }

        /** The claim with the name of the caller; {@code sub} unless given. */
        public Builder nameClaim(String nameClaim) {
            this.nameClaim = nameClaim;
            return this;
        }

        /** A prefix of the name of each caller, to distinguish those of several issuers. */
        public Builder namePrefix(String namePrefix) {
            this.namePrefix = namePrefix;
            return this;
        }

        /** By how much clocks may differ; 30 seconds unless given. */
        public Builder clockSkew(Duration clockSkew) {
            this.clockSkew = clockSkew;
            return this;
        }

        /**
         * The claim with patterns of the operations that a caller may use, as text with spaces or
         * as a list. A token without it may use no operation.
         */
        public Builder toolsClaim(@Nullable String toolsClaim) {
            this.toolsClaim = toolsClaim;
            return this;
        }

        /**
         * Makes the options.
         *
         * @throws IllegalArgumentException if they cannot be used
         */
        public JwtOptions build() {
            return new JwtOptions(
                    issuer,
                    audiences,
                    publicUrl,
                    jwksUri,
                    algorithms,
                    types,
                    scopeClaim,
                    nameClaim,
                    namePrefix,
                    clockSkew,
                    toolsClaim);
        }
    }
}
