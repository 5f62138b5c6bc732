package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

class WeakIdentityMapTest {
    private record Key(String name) {}

    private final WeakIdentityMap<Key, String> map = new WeakIdentityMap<>();

    @Test
    void equalKeysHaveDifferentEntries() {
        Key first = new Key("a");
        Key second = new Key("a");
        map.put(first, "one");
        map.put(second, "two");

        assertThat(List.of(map.get(first), map.get(second))).containsExactly("one", "two");
        assertThat(map.get(new Key("a"))).isNull();
    }

    @Test
    @Timeout(60)
    void entriesDisappearWithTheirKeys() {
        Key used = new Key("used");
        for (int i = 0; i < 1_000; i++) {
            map.put(new Key("unused"), "x");
        }

        while (map.size() != 1) {
            System.gc();
            map.put(used, "last");
        }

        assertThat(map.get(used)).isEqualTo("last");
    }
}
