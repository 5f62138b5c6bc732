package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class TokenHashTest {
    private static final String HEX =
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

    @Nested
    class Hashes {
        @Test
        void areReadFromHexAndBase64() {
            assertThat(
                            Stream.of(
                                            HEX,
                                            HEX.toUpperCase(Locale.ROOT),
                                            "LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=",
                                            "LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564")
                                    .map(hash -> TokenHash.parse("sha256:" + hash)))
                    .containsOnly(TokenHash.of("foo"));
        }

        @Test
        void matchTheirTokenOnly() {
            TokenHash hash = TokenHash.of("foo");
            assertThat(hash.matches("foo")).isTrue();
            assertThat(hash.matches("fop")).isFalse();
            assertThat(hash.matches("")).isFalse();
            assertThat(hash.text()).isEqualTo("sha256:" + HEX);
            assertThat(hash).hasToString("sha256:2c26b46b…");
        }

        @Test
        void areRefusedWithoutRepeatingThem() {
            for (String wrong : List.of("", "foo", "sha256:", "sha256:foo", "md5:" + HEX, HEX)) {
                assertThatThrownBy(() -> TokenHash.parse(wrong))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("a token's hash is sha256: and 64 hex digits, or 43 of base64");
            }
        }
    }

    @Nested
    class NewOnes {
        @Test
        void haveAPrefixAnd256RandomBits() {
            Set<String> tokens =
                    Stream.generate(() -> NewToken.create("ci", List.of()).token().value())
                            .limit(100)
                            .collect(Collectors.toSet());
            assertThat(tokens)
                    .hasSize(100)
                    .allMatch(token -> token.matches("op_[A-Za-z0-9_-]{43}"));
        }

        @Test
        void comeWithTheLinesToPaste() {
            NewToken token = NewToken.create("ci", List.of("pets:read", "pets:write"));
            assertThat(token.yaml())
                    .isEqualTo(
                            """
                            tokens:
                              - id: ci
                                hash: sha256:%s
                                scopes: [pets:read, pets:write]
                            """
                                    .formatted(TokenHash.of(token.token().value()).hex()));
        }

        @Test
        void needAnId() {
            assertThatThrownBy(() -> NewToken.create(" ", List.of()))
                    .hasMessage("a token needs the id of its owner");
        }
    }
}
