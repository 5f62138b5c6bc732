package dev.alkdev.operations.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;

import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

class SessionsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");

    private Function<Proof, Optional<Identity>> accepted =
            proof -> Optional.of(new Identity("bob", Set.of(), Map.of()));
    private final Sessions sessions =
            new Sessions(proof -> accepted.apply(proof), Clock.fixed(NOW, ZoneOffset.UTC));

    private Sessions.Opened open(String caller) {
        return sessions.open(caller, new Proof.OfToken(caller + "-token"), null);
    }

    @Test
    void aCallerHasAFewSessionsOfWhichTheOldestGivesWay() {
        Sessions.Opened first = open("bob");
        Sessions.Opened other = open("ann");
        for (int i = 0; i < Sessions.MOST_OF_ONE; i++) {
            open("bob");
        }

        assertThat(sessions.find(first.secret())).isNull();
        assertThat(first.session().isEnded()).isTrue();
        assertThat(sessions.find(other.secret())).isNotNull();
    }

    @Test
    void aSessionLastsHalfADayAtMost() {
        Instant late = NOW.plus(Duration.ofDays(3));
        Sessions.Opened opened = sessions.open("bob", new Proof.OfToken("t"), late);

        assertThat(opened.session().expires()).isEqualTo(NOW.plus(Sessions.LONGEST));
    }

    @Test
    void aProofThatIsNotAcceptedAnyLongerEndsItsSession() {
        Sessions.Opened opened = open("bob");
        AtomicInteger ended = new AtomicInteger();
        opened.session().onEnd(ended::incrementAndGet);
        accepted = proof -> Optional.empty();

        sessions.recheck();

        assertThat(ended).hasValue(1);
        assertThat(sessions.size()).isZero();
    }

    @Test
    void aProofOfWhichNobodyCanTellLeavesItsSessionOpen() {
        Sessions.Opened opened = open("bob");
        accepted =
                proof -> {
                    throw new CallException(ErrorCode.UNAVAILABLE, "the keys cannot be had");
                };

        sessions.recheck();

        assertThat(opened.session().isEnded()).isFalse();
        assertThatThrownBy(() -> sessions.find(opened.secret()))
                .hasMessage("the keys cannot be had");
    }
}
