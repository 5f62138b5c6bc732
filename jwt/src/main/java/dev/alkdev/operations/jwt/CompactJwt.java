package dev.alkdev.operations.jwt;

import com.nimbusds.jwt.SignedJWT;

import java.text.ParseException;
import java.util.Base64;

/**
 * Parses signed tokens as RFC 7515 writes them: three parts in base64url without padding, in their
 * only form. The library ignores characters that do not belong there.
 */
final class CompactJwt {
    private CompactJwt() {}

    static SignedJWT parse(String token) throws ParseException {
        for (String part : token.split("\\.", -1)) {
            if (!isCanonical(part)) {
                throw new ParseException("a part is not base64url", 0);
            }
        }
        return SignedJWT.parse(token);
    }

    private static boolean isCanonical(String part) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
