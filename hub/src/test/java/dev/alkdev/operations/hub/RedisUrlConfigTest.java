package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;

class RedisUrlConfigTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis-cluster://one:6379,two:6379",
                "rediss-cluster://user:secret@one:6379,two:6379",
                "redis-sentinel://:secret@one:26379,two:26379#shop",
                "rediss://user:secret@cache:6380/1"
            })
    void takesEveryKindOfRedis(String url) {
        assertThat(ConfigText.in(folder).parse("engine: \"" + url + "\"").engine())
                .isEqualTo(RedisEngineConfig.of(URI.create(url)));
    }
}
