package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.config.NewToken;
import dev.alkdev.operations.config.TokenHash;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class TokensTest {
    @Nested
    class Stores {
        private final Identity ci = Identity.of("ci", "pets:read");
        private final TokenStore store =
                TokenStore.of(List.of(token("ci", "one", "pets:read"), token("ops", "two")));

        private static TokenConfig token(String id, String token, String... scopes) {
            return new HashedTokenConfig(
                    id, TokenHash.of(token), List.of(scopes), Map.of(), null, List.of(), false);
        }

        @Test
        void tellWhoComesWithAToken() {
            assertThat(store.identify("one")).contains(ci);
            assertThat(store.identify("two")).contains(Identity.of("ops"));
        }

        @Test
        void knowNobodyElse() {
            assertThat(store.identify("three")).isEmpty();
            assertThat(store.identify("")).isEmpty();
            assertThat(store.identify("sha256:" + TokenHash.of("one").hex())).isEmpty();
            assertThat(store.identify(TokenHash.of("one").hex())).isEmpty();
            assertThat(TokenStore.of(List.of()).identify("one")).isEmpty();
        }

        @Test
        void tellNothingInTheirTextForm() {
            assertThat(store).hasToString("TokenStore[2 tokens]");
        }
    }

    @Nested
    class NewOnes {
        @Test
        void areAcceptedByAHubWithThoseLines() {
            List<String> odd =
                    List.of(
                            "a,b",
                            "true",
                            "*",
                            "${X}",
                            "5",
                            "quote\"s",
                            "{x}",
                            "#",
                            "'",
                            "a:",
                            "é");
            NewToken token = NewToken.create("the CI: \"main\" # 1", odd);
            HubConfig config = ConfigText.in(Path.of(".")).parse(token.yaml());
            assertThat(TokenStore.of(config.tokens()).identify(token.token().value()))
                    .contains(Identity.of("the CI: \"main\" # 1", odd.toArray(String[]::new)));
        }
    }
}
