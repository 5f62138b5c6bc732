package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
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
import java.util.HashMap;
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
    private static final Map<Class<?>, Keywords> COMMON = common();
    private static final List<Class<?>> TEXTS =
            List.of(
                    Path.class,
                    ZoneId.class,
                    InetAddress.class,
                    Charset.class,
                    TimeZone.class,
                    CharSequence.class);
    private static final List<Class<?>> REFUSED =
            List.of(
                    Thread.class,
                    ClassLoader.class,
                    Executor.class,
                    Future.class,
                    java.lang.reflect.AnnotatedElement.class,
                    java.lang.reflect.Type.class);

    /**
     * @param types none for any
     * @param name of a further keyword; empty for none
     */
    private record Keywords(List<String> types, String name, String value) {
        static final Keywords ANY = new Keywords(List.of(), "", "");
        static final Keywords TEXT = new Keywords(List.of("string"), "", "");

        static Keywords type(String... types) {
            return new Keywords(List.of(types), "", "");
        }

        static Keywords format(String format) {
            return new Keywords(List.of("string"), "format", format);
        }

        ObjectNode schema() {
            ObjectNode schema = JsonNodeFactory.instance.objectNode();
            if (types.size() == 1) {
                schema.put("type", types.getFirst());
            } else if (!types.isEmpty()) {
                ArrayNode all = schema.putArray("type");
                for (String type : types) {
                    all.add(type);
                }
            }
            return name.isEmpty() ? schema : schema.put(name, value);
        }
    }

    /** Looked at after the common ones: a program that has none of these does not load them. */
    private static final class Others {
        static final Map<Class<?>, Keywords> SCHEMAS = others();
    }

    private ScalarTypes() {}

    /** A new schema of a scalar type; null for all others. */
    static @Nullable ObjectNode schema(Class<?> type) {
        Keywords known = keywords(type);
        return known == null ? null : known.schema();
    }

    /** Whether there is a schema of it. */
    static boolean contains(Class<?> type) {
        return keywords(type) != null;
    }

    private static @Nullable Keywords keywords(Class<?> type) {
        Keywords common = COMMON.get(type);
        if (common != null) {
            return common;
        }
        Keywords other = Others.SCHEMAS.get(type);
        return other == null ? ofSubtype(type) : other;
    }

    private static @Nullable Keywords ofSubtype(Class<?> type) {
        if (Calendar.class.isAssignableFrom(type)) {
            return Keywords.format("date-time");
        }
        if (JsonNode.class.isAssignableFrom(type)) {
            return Keywords.ANY;
        }
        for (Class<?> open : TEXTS) {
            if (open.isAssignableFrom(type)) {
                return Keywords.TEXT;
            }
        }
        return null;
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

    private static Map<Class<?>, Keywords> common() {
        Map<Class<?>, Keywords> schemas = new HashMap<>();
        put(schemas, Keywords.ANY, Object.class, JsonNode.class);
        put(schemas, Keywords.type("null"), void.class, Void.class, NullNode.class);
        put(schemas, Keywords.type("object"), ObjectNode.class);
        put(schemas, Keywords.type("array"), ArrayNode.class);
        put(schemas, Keywords.type("boolean"), boolean.class, Boolean.class);
        put(schemas, Keywords.type("integer"), byte.class, Byte.class, short.class, Short.class);
        put(schemas, Keywords.type("integer"), int.class, Integer.class, long.class, Long.class);
        put(schemas, Keywords.type("number"), float.class, Float.class, double.class, Double.class);
        put(schemas, Keywords.type("number"), Number.class);
        put(schemas, Keywords.TEXT, String.class, char.class, Character.class, char[].class);
        return schemas;
    }

    private static Map<Class<?>, Keywords> others() {
        Map<Class<?>, Keywords> schemas = new HashMap<>();
        put(schemas, Keywords.type("boolean"), AtomicBoolean.class);
        put(schemas, Keywords.type("integer"), BigInteger.class, AtomicInteger.class);
        put(schemas, Keywords.type("integer"), AtomicLong.class, Year.class);
        put(schemas, Keywords.type("number"), BigDecimal.class);
        put(schemas, Keywords.type("integer", "null"), OptionalInt.class, OptionalLong.class);
        put(schemas, Keywords.type("number", "null"), OptionalDouble.class);
        put(schemas, Keywords.TEXT, LocalDateTime.class, LocalTime.class, OffsetTime.class);
        put(schemas, Keywords.TEXT, YearMonth.class, MonthDay.class, File.class, URL.class);
        put(schemas, Keywords.TEXT, Locale.class, Currency.class, Pattern.class, Class.class);
        put(schemas, Keywords.TEXT, InetSocketAddress.class);
        put(schemas, new Keywords(List.of("string"), "contentEncoding", "base64"), byte[].class);
        put(schemas, Keywords.format("date-time"), Instant.class, OffsetDateTime.class, Date.class);
        // Written with its zone, as in 2026-01-01T10:00+01:00[Europe/Berlin].
        put(schemas, Keywords.TEXT, ZonedDateTime.class);
        put(schemas, Keywords.format("date"), LocalDate.class);
        // The format allows neither fractions nor signs, which ordinary durations have.
        put(schemas, Keywords.TEXT, Duration.class, Period.class);
        put(schemas, Keywords.format("uuid"), UUID.class);
        put(schemas, Keywords.format("uri-reference"), URI.class);
        return schemas;
    }

    private static void put(Map<Class<?>, Keywords> schemas, Keywords schema, Class<?>... types) {
        for (Class<?> type : types) {
            schemas.put(type, schema);
        }
    }
}
