package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;

class LogSetupTest {
    private static final String FILE = "logback.configurationFile";

    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    private String line(Level level, @Nullable Throwable failure) {
        return line(level, failure, "it");
    }

    private String line(Level level, @Nullable Throwable failure, String argument) {
        Logger logger = context.getLogger("dev.alkdev.operations.hub.Hub");
        LoggingEvent event =
                new LoggingEvent("", logger, level, "{} listens", failure, new Object[] {argument});
        ConsoleAppender<ILoggingEvent> errors =
                (ConsoleAppender<ILoggingEvent>)
                        context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr");
        return new String(errors.getEncoder().encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void aLineHasTimeLevelClassAndMessage() {
        new LogSetup().configure(context);

        assertThat(line(Level.INFO, null))
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  Hub - it listens\\R");
        assertThat(line(Level.ERROR, null)).contains(" ERROR Hub - it listens");
    }

    @Test
    void aFailureIsLoggedWithItsStackTrace() {
        new LogSetup().configure(context);

        assertThat(line(Level.WARN, new IllegalStateException("too late")))
                .contains(" WARN  Hub - it listens")
                .contains("java.lang.IllegalStateException: too late")
                .contains("at " + LogSetupTest.class.getName());
    }

    @Test
    void textOfOthersCanNeitherControlTheTerminalNorForgeAnEntry() {
        new LogSetup().configure(context);
        String forged = "\u001b[2Jx\r\n12:00:00.000 INFO  Hub - all is well\u202e\u0085y";

        String entry = line(Level.WARN, new IllegalStateException(forged), forged);

        assertThat(entry).doesNotContainPattern("[\\p{Cc}&&[^\\n\\t]]|\u202e");
        assertThat(entry.lines().skip(1)).allMatch(line -> Character.isWhitespace(line.charAt(0)));
        assertThat(entry)
                .contains("\n  12:00:00.000 INFO  Hub - all is well\uFFFD\uFFFDy listens\n");
    }

    @Test
    void theAttemptsOfTheRedisLibraryAreNotLogged() {
        new LogSetup().configure(context);

        Logger library = context.getLogger("io.lettuce.core.protocol.ConnectionWatchdog");
        assertThat(library.isWarnEnabled()).isFalse();
        assertThat(library.isErrorEnabled()).isTrue();
    }

    @Test
    void othersAreLoggedFromWarningsOn() {
        new LogSetup().configure(context);

        assertThat(context.getLogger("org.eclipse.jetty").isInfoEnabled()).isFalse();
        assertThat(context.getLogger("org.eclipse.jetty").isWarnEnabled()).isTrue();
    }

    @Test
    void logbackFindsIt() {
        LoggerContext used = (LoggerContext) LoggerFactory.getILoggerFactory();

        assertThat(used.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr"))
                .isInstanceOf(ConsoleAppender.class);
    }

    @Test
    void aFileThatIsNamedIsUsedInstead() {
        System.setProperty(FILE, "other.xml");
        try {
            assertThat(new LogSetup().configure(context))
                    .isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
            assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr")).isNull();
        } finally {
            System.clearProperty(FILE);
        }
    }
}
