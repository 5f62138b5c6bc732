package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.function.Predicate;

/** The formats of JSON Schema by name. All of them answer in time linear in the text. */
public final class Formats {
    private static final String COUNT = "[0-9]+";
    private static final String TIME =
            "(?:T(?:" + COUNT + "H(?:" + COUNT + "M(?:" + COUNT + "S)?)?|" + COUNT + "M(?:" + COUNT
                    + "S)?|" + COUNT + "S))";
    private static final String DATE =
            "(?:" + COUNT + "Y(?:" + COUNT + "M(?:" + COUNT + "D)?)?|" + COUNT + "M(?:" + COUNT
                    + "D)?|" + COUNT + "D)";
    private static final String DURATION =
            "^P(?:" + DATE + TIME + "?|" + TIME + "|" + COUNT + "W)$";
    private static final String UUID =
            "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
    private static final String POINTER = "(?:/(?:[^~/]|~[01])*)*$";
    private static final String VARIABLE =
            "(?:\\w|%[0-9a-fA-F]{2})(?:\\.?(?:\\w|%[0-9a-fA-F]{2}))*(?::[1-9][0-9]{0,3}|\\*)?";
    private static final String URI_TEMPLATE =
            "^(?:[^\\u0000-\\u0020\\u007f-\\u009f\"%<>\\\\^`{|}]|%[0-9a-fA-F]{2}|\\{[+#./;?&=,!@|]?"
                    + VARIABLE
                    + "(?:,"
                    + VARIABLE
                    + ")*\\})*$";

    private static final Map<String, Predicate<String>> NAMED =
            Map.ofEntries(
                    Map.entry("date-time", DateTimes::isDateTime),
                    Map.entry("date", DateTimes::isDate),
                    Map.entry("time", DateTimes::isTime),
                    Map.entry("duration", pattern(DURATION)),
                    Map.entry("email", text -> Emails.isEmail(text, false)),
                    Map.entry("idn-email", text -> Emails.isEmail(text, true)),
                    Map.entry("hostname", Hostnames::isHostname),
                    Map.entry("idn-hostname", Hostnames::isInternational),
                    Map.entry("ipv4", IpAddresses::isV4),
                    Map.entry("ipv6", IpAddresses::isV6),
                    Map.entry("uri", text -> UriSyntax.matches(text, false, false)),
                    Map.entry("uri-reference", text -> UriSyntax.matches(text, false, true)),
                    Map.entry("iri", text -> UriSyntax.matches(text, true, false)),
                    Map.entry("iri-reference", text -> UriSyntax.matches(text, true, true)),
                    Map.entry("uuid", pattern(UUID)),
                    Map.entry("uri-template", pattern(URI_TEMPLATE)),
                    Map.entry("json-pointer", pattern("^" + POINTER)),
                    Map.entry(
                            "relative-json-pointer",
                            pattern("^(?:0|[1-9][0-9]*)(?:#$|" + POINTER + ")")),
                    Map.entry("regex", Formats::isRegex));

    private Formats() {}

    /**
     * The check for a format; null if it is not known. It may give up with a {@link
     * Pattern262.GivenUpException} if the thread is interrupted.
     */
    public static @Nullable Predicate<String> named(String format) {
        return NAMED.get(format);
    }

    private static Predicate<String> pattern(String source) {
        return Pattern262.compile(source)::find;
    }

    private static boolean isRegex(String text) {
        try {
            Pattern262.compile(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
