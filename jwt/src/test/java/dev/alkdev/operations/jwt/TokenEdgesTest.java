package dev.alkdev.operations.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Rightly signed tokens whose claims or form are at the edge of what there is. */
@Timeout(60)
class TokenEdgesTest {
    private static final Verdict NO_NAME = new Verdict.Refused("the token names no caller");
    private static final Verdict UNREADABLE = new Verdict.Refused("the token is not a signed JWT");

    private final KeyServer issuer = new KeyServer();
    private final JwtVerifier verifier = JwtVerifier.of(List.of(issuer.options().build()));

    @AfterEach
    void stop() {
        issuer.close();
    }

    /** A token with these members instead of, or besides, those of a good one. */
    private String token(String members) throws JOSEException {
        String good = issuer.claims(claims -> claims).toString();
        String claims =
                good.substring(0, good.length() - 1).replaceAll(names(members), "\"_\":")
                        + ","
                        + members
                        + "}";
        JWSObject token =
                new JWSObject(
                        KeyServer.header(JWSAlgorithm.RS256, KeyServer.RSA).build(),
                        new Payload(claims));
        token.sign(new RSASSASigner(KeyServer.RSA));
        return token.serialize();
    }

    private static String names(String members) {
        return members.substring(0, members.indexOf(':') + 1);
    }

    private Verdict verdict(String members) throws JOSEException {
        return verifier.verify(token(members));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99999999999",
                "9223372036854775",
                "9223372036854776",
                "9223372036854775807",
                "18446744073709551617",
                "1e300"
            })
    void aStartInTheFarFutureHasNotCome(String seconds) throws JOSEException {
        assertThat(verdict("\"nbf\":" + seconds))
                .isIn(new Verdict.Refused("the token is not valid yet"), UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999", "9223372036854776", "9223372036854775807"})
    void anEndInTheFarFutureHasNotComeEither(String seconds) throws JOSEException {
        assertThat(verdict("\"exp\":" + seconds)).isInstanceOf(Verdict.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-9223372036854776", "-9223372036854775808", "0"})
    void anEndInThePastHasCome(String seconds) throws JOSEException {
        assertThat(verdict("\"exp\":" + seconds))
                .isEqualTo(new Verdict.Refused(JwtVerifier.EXPIRED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann\\u202Enimda",
                "ann\\u200B",
                "\\uFEFFann",
                "ann\\u2066x\\u2069",
                "a\\u00ADnn",
                "ann\\u2028x",
                "ann\\u00A0",
                "ann\\u0085",
                "ann\\uD800",
                "ann\\uDB40\\uDC41",
                "ann\\n"
            })
    void aNameWithInvisibleCharactersIsNone(String name) throws JOSEException {
        assertThat(verdict("\"sub\":\"" + name + "\"")).isIn(NO_NAME, UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zoë", "王芳", "an n@example.com", "😀", "auth0|1234"})
    void aNameMayBeOfAnyScript(String name) throws JOSEException {
        assertThat(verdict("\"sub\":\"" + name + "\"")).isInstanceOf(Verdict.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "[\"ann\"]", "{}"})
    void aSubjectIsAText(String subject) throws JOSEException {
        assertThat(verdict("\"sub\":" + subject))
                .isIn(new Verdict.Refused("the subject of the token is not a text"), UNREADABLE);
    }

    @Test
    void aTokenHasOneFormOnly() throws JOSEException {
        String token = token("\"sub\":\"ann\"");
        assertThat(verifier.verify(token)).isInstanceOf(Verdict.Accepted.class);
        String last = token.substring(0, token.length() - 1);
        List<String> others =
                List.of(
                        token + "=",
                        token + "==",
                        token.replaceFirst("\\.", "=."),
                        token.replaceFirst("\\.", "!."),
                        token + "\n",
                        " " + token,
                        token + ".",
                        token + " x",
                        // Bits that the last character has too many.
                        last + (char) (token.charAt(token.length() - 1) + 1));
        assertThat(others)
                .allSatisfy(other -> assertThat(verifier.verify(other)).isEqualTo(UNREADABLE));
    }
}
