package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class NothingIsLeftTest {
    /** What the process keeps from the first hub and the first request on is no leak. */
    @BeforeAll
    static void warmUp() {
        assertThat(new TestConsole().run("train")).isEqualTo(ExitCode.OK);
    }

    @Test
    void commandsLeaveNoThreadsAndNoCalls() {
        assertThat(new TestConsole().run("train")).isEqualTo(ExitCode.OK);
    }
}
