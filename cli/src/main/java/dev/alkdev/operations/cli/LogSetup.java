package dev.alkdev.operations.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Logs to standard error, without an XML file: to read one takes a tenth of the time to start. The
 * system property {@code logback.configurationFile} still names a file to use instead.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
    /** The system property with the level of our own loggers. */
    static final String LEVEL = "operations.log";

    /** The time, the level, the class and the message, then the stack trace if there is one. */
    private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%n%ex";

    /** Made by logback, which finds it as a service. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        LogLayout layout = new LogLayout();
        layout.setContext(context);
        layout.setPattern(LINE);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> lines = new LayoutWrappingEncoder<>();
        lines.setContext(context);
        lines.setLayout(layout);
        lines.start();
        ConsoleAppender<ILoggingEvent> errors = new ConsoleAppender<>();
        errors.setContext(context);
        errors.setName("stderr");
        errors.setTarget(ConsoleTarget.SystemErr.getName());
        errors.setEncoder(lines);
        errors.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(errors);
        context.getLogger("dev.alkdev.operations")
                .setLevel(Level.toLevel(System.getProperty(LEVEL), Level.INFO));
        // Redis links log each loss themselves; the library logs every attempt.
        context.getLogger("io.lettuce").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
