package dev.alkdev.operations.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RefusedSignInsTest {
    private final List<String> reported = new ArrayList<>();
    private final RefusedSignIns signIns =
            new RefusedSignIns(
                    () -> {},
                    () -> {},
                    (address, reason, count) -> reported.add(address + " " + reason + " " + count));

    @Test
    void areSlowedDownIfTheyAreWrongAndMany() {
        Duration longest = Duration.ZERO;
        for (int i = 0; i < 50; i++) {
            Duration wait = signIns.refused("192.0.2.7", "the token has expired");
            longest = wait.compareTo(longest) > 0 ? wait : longest;
        }
        assertThat(longest).isPositive();
        assertThat(reported).containsExactly("192.0.2.7 the token has expired 1");
    }
}
