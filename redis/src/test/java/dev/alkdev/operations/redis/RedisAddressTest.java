package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://localhost/",
                "redis://localhost:1/15",
                "redis://user:pass@localhost:65535/0?timeout=5s",
                "rediss://[::1]:6379",
                "redis://[::1]",
                "redis://localhost?timeout=500ms&database=3",
                "redis-sentinel://:pass@one:26379,two:26379/0#main",
                "redis-cluster://one:6379,two:6379",
                "redis-socket:///run/redis.sock"
            })
    void aUrlOfRedisIsRead(String url) {
        assertThat(RedisAddress.parse(url).nodes()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost:99999",
                "redis://localhost:0",
                "redis://localhost:",
                "redis://[::1]:70000",
                "redis://localhost/abc",
                "redis://localhost/-1",
                "redis://localhost/0/1",
                "redis://localhost?timeout=abc",
                "redis://localhost?timeout",
                "redis://localhost?database=x",
                "redis-sentinel://one:26379,two:99999/0#main",
                "redis-cluster://one:6379,two:0",
                "redis-cluster://one:6379?timeout=1x"
            })
    void aUrlWithWhichNobodyCanConnectIsRefused(String url) {
        String secret = url.replace("://", "://user:5ecret@");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisAddress.parse(secret))
                .satisfies(e -> assertThat(e).hasMessageNotContaining("5ecret"));
    }
}
