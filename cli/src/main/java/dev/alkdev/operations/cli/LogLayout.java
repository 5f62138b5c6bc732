package dev.alkdev.operations.cli;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;

import java.util.regex.Pattern;

/**
 * A layout of log entries. Entries contain text of APIs, servers and callers, which can neither
 * control the terminal nor look like another entry: each line after the first is indented.
 */
final class LogLayout extends PatternLayout {
    private static final Pattern NEXT_LINE = Pattern.compile("\\n(?=\\S)");

    @Override
    public String doLayout(ILoggingEvent event) {
        String entry = Printable.text(super.doLayout(event));
        return entry.indexOf('\n') == entry.length() - 1
                ? entry
                : NEXT_LINE.matcher(entry).replaceAll("\n  ");
    }
}
