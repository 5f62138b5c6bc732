package dev.alkdev.operations.config;

import dev.alkdev.operations.schema.Json;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A newly generated token, the only time its text is known. Immutable; threads may share it.
 *
 * @param id of its owner
 * @param token what to hand out
 * @param hash what to put into the config
 */
public record NewToken(String id, List<String> scopes, Secret token, TokenHash hash) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    /** What YAML reads as text without quotes, in a list as well. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_./:*-]*[A-Za-z0-9*]");

    private static final Set<String> RESERVED = Set.of("true", "false", "null");

    public NewToken {
        if (id.isBlank()) {
            throw new IllegalArgumentException("a token needs the id of its owner");
        }
        scopes = List.copyOf(scopes);
    }

    /** Makes up a token of 256 random bits. */
    public static NewToken create(String id, Collection<String> scopes) {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        String token = "op_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        return new NewToken(id, List.copyOf(scopes), new Secret(token), TokenHash.of(token));
    }

    /** The lines to paste into a config. */
    public String yaml() {
        String listed =
                scopes.stream().map(NewToken::written).collect(Collectors.joining(", ", "[", "]"));
        return """
        tokens:
          - id: %s
            hash: %s
            scopes: %s
        """
                .formatted(written(id), hash.text(), listed);
    }

    /** In quotes where it might read as anything but itself. */
    private static String written(String text) {
        return PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT))
                ? text
                : Json.mapper().writeValueAsString(text.replace("${", "$${"));
    }
}
