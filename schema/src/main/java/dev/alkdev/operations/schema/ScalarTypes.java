package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.Closeable;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** The types of the Java platform that are one JSON scalar, and those that are no JSON at all. */
final class ScalarTypes {
    private static final Map<Class<?>, String> SCHEMAS = schemas();
    private static final List<Class<?>> REFUSED =
            List.of(
                    Thread.class,
                    ClassLoader.class,
                    Executor.class,
                    Future.class,
                    java.lang.reflect.AnnotatedElement.class,
                    java.lang.reflect.Type.class);

    private ScalarTypes() {}

    /** The schema of a scalar type; null for all others. */
    static @Nullable ObjectNode schema(Class<?> type) {
        String known = SCHEMAS.get(type);
        if (known == null) {
            for (Class<?> open :
                    List.of(Path.class, ZoneId.class, InetAddress.class, Charset.class)) {
                known = open.isAssignableFrom(type) ? string("") : known;
            }
            if (TimeZone.class.isAssignableFrom(type)
                    || CharSequence.class.isAssignableFrom(type)) {
                known = string("");
            } else if (Calendar.class.isAssignableFrom(type)) {
                known = string("date-time");
            } else if (JsonNode.class.isAssignableFrom(type)) {
                known = "{}";
            }
        }
        return known == null ? null : (ObjectNode) Json.parse(known);
    }

    /** Throws for types whose values are not data. */
    static void refuse(Class<?> type) {
        boolean refused =
                type.isAnnotationPresent(FunctionalInterface.class)
                        || (Closeable.class.isAssignableFrom(type)
                                && type.getName().startsWith("java."));
        for (Class<?> unusable : REFUSED) {
            refused |= unusable.isAssignableFrom(type);
        }
        if (refused) {
            throw new IllegalArgumentException(type.getTypeName() + " is not data");
        }
    }

    private static Map<Class<?>, String> schemas() {
        Map<Class<?>, String> schemas = new LinkedHashMap<>();
        put(schemas, "{}", Object.class, JsonNode.class);
        put(schemas, type("null"), void.class, Void.class, NullNode.class);
        put(schemas, type("object"), ObjectNode.class);
        put(schemas, type("array"), ArrayNode.class);
        put(schemas, type("boolean"), boolean.class, Boolean.class, AtomicBoolean.class);
        put(schemas, type("integer"), byte.class, Byte.class, short.class, Short.class);
        put(schemas, type("integer"), int.class, Integer.class, long.class, Long.class);
        put(schemas, type("integer"), BigInteger.class, AtomicInteger.class, AtomicLong.class);
        put(schemas, type("integer"), Year.class);
        put(schemas, type("number"), float.class, Float.class, double.class, Double.class);
        put(schemas, type("number"), BigDecimal.class, Number.class);
        put(schemas, "{\"type\":[\"integer\",\"null\"]}", OptionalInt.class, OptionalLong.class);
        put(schemas, "{\"type\":[\"number\",\"null\"]}", OptionalDouble.class);
        put(schemas, string(""), String.class, char.class, Character.class, char[].class);
        put(schemas, string(""), LocalDateTime.class, LocalTime.class, OffsetTime.class);
        put(schemas, string(""), YearMonth.class, MonthDay.class, File.class, URL.class);
        put(schemas, string(""), Locale.class, Currency.class, Pattern.class, Class.class);
        put(schemas, string(""), InetSocketAddress.class);
        put(schemas, "{\"type\":\"string\",\"contentEncoding\":\"base64\"}", byte[].class);
        put(schemas, string("date-time"), Instant.class, OffsetDateTime.class, Date.class);
        // Written with its zone, as in 2026-01-01T10:00+01:00[Europe/Berlin].
        put(schemas, string(""), ZonedDateTime.class);
        put(schemas, string("date"), LocalDate.class);
        // The format allows neither fractions nor signs, which ordinary durations have.
        put(schemas, string(""), Duration.class, Period.class);
        put(schemas, string("uuid"), UUID.class);
        put(schemas, string("uri-reference"), URI.class);
        return Map.copyOf(schemas);
    }

    private static void put(Map<Class<?>, String> schemas, String schema, Class<?>... types) {
        for (Class<?> type : types) {
            schemas.put(type, schema);
        }
    }

    private static String type(String name) {
        return "{\"type\":\"" + name + "\"}";
    }

    private static String string(String format) {
        return format.isEmpty()
                ? type("string")
                : "{\"type\":\"string\",\"format\":\"" + format + "\"}";
    }
}
