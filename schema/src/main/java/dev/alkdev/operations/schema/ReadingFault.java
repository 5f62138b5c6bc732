package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;

import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Describes why a Java type rejects JSON, for callers who do not know the type. */
public final class ReadingFault {
    private static final String DATE_TIME = "a date and time with an offset";
    private static final String URI_TEXT = "a URI";

    private static final Map<Class<?>, String> NAMES =
            Map.ofEntries(
                    Map.entry(LocalDate.class, "a date"),
                    Map.entry(LocalTime.class, "a time"),
                    Map.entry(LocalDateTime.class, "a date and time without an offset"),
                    Map.entry(Instant.class, DATE_TIME),
                    Map.entry(OffsetDateTime.class, DATE_TIME),
                    Map.entry(ZonedDateTime.class, DATE_TIME),
                    Map.entry(Date.class, DATE_TIME),
                    Map.entry(Duration.class, "a duration, such as PT5M"),
                    Map.entry(Period.class, "a period, such as P1D"),
                    Map.entry(ZoneId.class, "a time zone, such as Europe/Paris"),
                    Map.entry(Currency.class, "a currency code, such as EUR"),
                    Map.entry(UUID.class, "a UUID"),
                    Map.entry(URI.class, URI_TEXT),
                    Map.entry(URL.class, URI_TEXT));

    private ReadingFault() {}

    /**
     * Returns a message such as {@code must be a date, got "soon"}, without names of classes.
     *
     * @param json the JSON that was read
     */
    public static String message(JacksonException e, JsonNode json) {
        Class<?> type =
                e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        JsonNode value = json.at(JsonPointer.compile(Json.pointer(e)));
        return demand(type) + (value.isMissingNode() ? "" : ", got " + ValueText.of(value));
    }

    private static String demand(@Nullable Class<?> type) {
        String name = type == null ? null : NAMES.get(type);
        if (name != null) {
            return "must be " + name;
        }
        if (type != null && (type.isPrimitive() || Number.class.isAssignableFrom(type))) {
            return "is not in the range of numbers that are allowed here";
        }
        return "is not a value that is allowed here";
    }
}
