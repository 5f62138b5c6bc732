package dev.alkdev.operations.config;

import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.ConfigShape.Words;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The shapes of single values, by their Java types.
 *
 * @param standard the default of the key, an example of a number, size or duration
 * @param secret whether the value appears in no message
 */
record Scalars(Form form, String standard, boolean secret) {
    private static final Set<Class<?>> RECORDS = Set.of(Secret.class, Glob.class, Location.class);
    private static final Pattern ANY_URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");
    private static final Pattern WEB_URL = Pattern.compile("(?i)https?://.*");
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final String MOST = "1000000";

    static boolean isScalar(Class<?> type) {
        return !type.isRecord() || RECORDS.contains(type) || isText(type);
    }

    /** Whether it is a record without keys, made of a text by its short form. */
    private static boolean isText(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .noneMatch(
                                each ->
                                        each.isAnnotationPresent(Key.class)
                                                || each.isAnnotationPresent(Flat.class))
                && new RecordType(type.asSubclass(Record.class)).shortForm().isPresent();
    }

    /**
     * The words for a value, from where it is used or else from its type.
     *
     * @param title what it should be if neither says
     */
    static Words words(@Nullable Form use, @Nullable Form type, String title) {
        return new Words(
                first(title(use), title(type), title),
                json(first(example(use), example(type), "")),
                use != null && use.secret());
    }

    private static String title(@Nullable Form form) {
        return form == null ? "" : first(form.title(), form.value().title(), "");
    }

    private static String example(@Nullable Form form) {
        return form == null ? "" : first(form.example(), form.value().example(), "");
    }

    private static String first(String one, String other, String last) {
        return !one.isEmpty() ? one : !other.isEmpty() ? other : last;
    }

    /** What a text of an annotation is in JSON, which has single quotes there; null for none. */
    static @Nullable JsonNode json(String text) {
        boolean quoted = text.startsWith("[") || text.startsWith("{") || text.startsWith("'");
        return text.isEmpty()
                ? null
                : quoted ? Json.parse(text.replace('\'', '"')) : PlainScalar.of(text);
    }

    static ScalarShape of(Class<?> type, @Nullable Form form, String standard) {
        Form own = type.getAnnotation(Form.class);
        boolean secret = own != null && own.secret();
        Scalars scalars = new Scalars(form == null ? NONE : form, standard, secret);
        if (type.isEnum()) {
            return scalars.choice(type);
        }
        return switch (type.getName()) {
            case "java.lang.String" -> scalars.text("a text", text -> text);
            case "dev.alkdev.operations.config.Secret" -> scalars.text("a text", Secret::new);
            case "dev.alkdev.operations.base.Glob" -> scalars.text("a glob", Glob::new);
            case "java.net.URI" -> scalars.url();
            case "java.nio.file.Path" -> scalars.path();
            case "dev.alkdev.operations.config.Location" -> scalars.location();
            case "boolean", "java.lang.Boolean" -> scalars.flag();
            case "int", "java.lang.Integer" -> scalars.number("integer", BigDecimal::intValue);
            case "double", "java.lang.Double" -> scalars.number("number", BigDecimal::doubleValue);
            case "long", "java.lang.Long" -> scalars.size();
            case "java.time.Duration" -> scalars.duration();
            case "tools.jackson.databind.JsonNode" -> scalars.any();
            default ->
                    type.isRecord()
                            ? scalars.made(type.asSubclass(Record.class))
                            : scalars.choice(type);
        };
    }

    private static final Form NONE = None.class.getAnnotation(Form.class);

    @Form
    private static final class None {}

    private ScalarShape shape(String title, ObjectNode rules, ScalarShape.Parser parser) {
        Words words = words(form, null, title);
        boolean measured = rules.has("minimum") || rules.has("exclusiveMinimum");
        JsonNode example = words.example() == null && measured ? json(standard) : words.example();
        return new ScalarShape(
                new Words(words.title(), example, secret || words.secret()), rules, parser);
    }

    private static ObjectNode rules(String... types) {
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        if (types.length == 1) {
            return rules.put("type", types[0]);
        }
        Arrays.stream(types).forEach(rules.putArray("type")::add);
        return rules;
    }

    private String pattern(String usual) {
        return first(form.pattern(), form.value().pattern(), usual);
    }

    private ScalarShape text(String title, Function<String, Object> made) {
        String pattern = pattern(title.equals("a glob") ? "^\\S(.*\\S)?$" : "");
        List<String> choices = List.of(form.choices());
        ObjectNode rules = rules("string");
        if (!pattern.isEmpty()) {
            rules.put("pattern", pattern);
        }
        if (!choices.isEmpty()) {
            choices.forEach(rules.putArray("enum")::add);
        }
        Pattern compiled = Pattern.compile(pattern);
        return shape(
                title,
                rules,
                (node, at) ->
                        node.isString()
                                        && compiled.matcher(node.asString()).find()
                                        && (choices.isEmpty() || choices.contains(node.asString()))
                                ? made.apply(node.asString())
                                : null);
    }

    /** A record that makes itself of a text; its message follows the name of the value. */
    private ScalarShape made(Class<? extends Record> type) {
        Form own = type.getAnnotation(Form.class);
        RecordType made = new RecordType(type);
        UnaryOperator<Object> factory = made.factory(made.shortForm().orElseThrow());
        return shape(
                own == null ? "a text" : own.title(),
                rules("string").put("pattern", own == null ? "" : own.pattern()),
                (node, at) -> {
                    try {
                        return node.isString() ? factory.apply(node.asString()) : null;
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(at.name() + " " + e.getMessage(), e);
                    }
                });
    }

    /** Of several servers in one URL, as of a Redis Cluster, none is its host. */
    private ScalarShape url() {
        Pattern compiled = Pattern.compile(pattern(""));
        return shape(
                "a URL",
                rules("string").put("pattern", compiled.pattern()),
                (node, at) -> {
                    URI url = ConfigValue.url(node);
                    return url != null
                                    && compiled.matcher(node.asString()).find()
                                    && (url.getHost() != null || isOfSeveral(url))
                            ? url
                            : null;
                });
    }

    private static boolean isOfSeveral(URI url) {
        return url.getScheme() != null && url.getScheme().contains("-");
    }

    private ScalarShape path() {
        FileCheck content =
                form.fileCheck() == FileCheck.class
                        ? file -> {}
                        : RecordType.instance(form.fileCheck());
        return shape(
                "a path",
                rules("string").put("minLength", 1),
                (node, at) -> {
                    Path path = at.path();
                    return path == null || !form.file() ? path : at.file(content);
                });
    }

    /** A path, unless it can only be meant as a URL. */
    private ScalarShape location() {
        return shape(
                "a path or URL",
                rules("string").put("minLength", 1),
                (node, at) -> {
                    String text = at.textOr("");
                    if (!ANY_URL.matcher(text).matches()) {
                        return at.path() == null ? null : new Location(null, at.file());
                    }
                    URI url = ConfigValue.url(node);
                    if (!WEB_URL.matcher(text).matches() || url == null || url.getHost() == null) {
                        throw new IllegalArgumentException(
                                at.name()
                                        + " should be the path of a file or an http or https URL,"
                                        + " as in petstore.json, but is "
                                        + at.shown());
                    }
                    return new Location(url, null);
                });
    }

    private ScalarShape flag() {
        return shape(
                "true or false",
                rules("boolean"),
                (node, at) -> node.isBoolean() ? node.booleanValue() : null);
    }

    private ScalarShape number(String type, Function<BigDecimal, Object> converted) {
        boolean counts = !form.of().isEmpty();
        ObjectNode rules = rules(type);
        BigDecimal least = limit(rules, "minimum", counts ? "1" : form.minimum());
        BigDecimal most = limit(rules, "maximum", form.maximum().isEmpty() ? MOST : form.maximum());
        BigDecimal above = limit(rules, "exclusiveMinimum", form.above());
        boolean whole = type.equals("integer");
        return shape(
                counts ? "a number of " + form.of() + ", 1 or more" : "a number",
                rules,
                (node, at) -> {
                    if (!node.isNumber()) {
                        return null;
                    }
                    BigDecimal number = node.decimalValue();
                    boolean fits =
                            (least == null || number.compareTo(least) >= 0)
                                    && (most == null || number.compareTo(most) <= 0)
                                    && (above == null || number.compareTo(above) > 0)
                                    && !(whole && number.stripTrailingZeros().scale() > 0);
                    return fits ? converted.apply(number) : null;
                });
    }

    private static @Nullable BigDecimal limit(ObjectNode rules, String keyword, String given) {
        if (given.isEmpty()) {
            return null;
        }
        rules.set(keyword, PlainScalar.of(given));
        return new BigDecimal(given);
    }

    private ScalarShape size() {
        long least = form.minimum().isEmpty() ? 0 : sizeOf(form.minimum());
        long most = form.maximum().isEmpty() ? Long.MAX_VALUE : sizeOf(form.maximum());
        ObjectNode rules =
                rules("string", "integer").put("pattern", SizeText.PATTERN).put("minimum", least);
        if (most < Long.MAX_VALUE) {
            rules.put("maximum", most);
        }
        String bounds =
                form.maximum().isEmpty()
                        ? " of at least " + form.minimum()
                        : " from " + form.minimum() + " to " + form.maximum();
        return shape(
                form.minimum().isEmpty() ? "a size" : "a size" + bounds,
                rules,
                (node, at) -> {
                    Long size =
                            node.isNumber()
                                    ? ConfigValue.longValue(node)
                                    : SizeText.parse(node.asString("")).orElse(null);
                    return size == null || size < least || size > most ? null : size;
                });
    }

    private static long sizeOf(String text) {
        return SizeText.parse(text).orElseThrow();
    }

    private ScalarShape duration() {
        boolean positive = !form.above().isEmpty();
        Duration least =
                form.minimum().isEmpty()
                        ? Duration.ofNanos(positive ? 1 : 0)
                        : Durations.parse(form.minimum()).orElseThrow();
        Duration most =
                form.maximum().isEmpty() ? null : Durations.parse(form.maximum()).orElseThrow();
        String bounds =
                (positive ? " above 0" : "")
                        + (form.minimum().isEmpty() ? "" : " of at least " + form.minimum())
                        + (most == null ? "" : " up to " + form.maximum());
        ObjectNode rules =
                rules("string", "number")
                        .put("pattern", Durations.PATTERN)
                        .put("minimum", 0)
                        .put("maximum", most == null ? 999_999_999 : most.toSeconds());
        return shape(
                "a duration" + bounds,
                rules,
                (node, at) -> {
                    Duration duration =
                            node.isNumber()
                                    ? Durations.ofSeconds(node.decimalValue()).orElse(null)
                                    : Durations.parse(node.asString("")).orElse(null);
                    if (duration != null && duration.compareTo(LONGEST) > 0) {
                        throw new IllegalArgumentException(
                                at.name()
                                        + " should be a duration of at most 365d, as in 10s, but is"
                                        + " "
                                        + at.shown());
                    }
                    return duration == null
                                    || duration.compareTo(least) < 0
                                    || (most != null && duration.compareTo(most) > 0)
                            ? null
                            : duration;
                });
    }

    private ScalarShape any() {
        List<String> types = List.of(form.types());
        return shape(
                "an object",
                rules(form.types()),
                (node, at) ->
                        types.contains(node.getNodeType().name().toLowerCase(Locale.ROOT))
                                ? node
                                : null);
    }

    private ScalarShape choice(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        if (constants == null) {
            throw new IllegalArgumentException("a config has no values of " + type.getName());
        }
        ObjectNode rules = rules("string");
        List<String> names =
                Arrays.stream(constants).map(constant -> name((Enum<?>) constant)).toList();
        names.forEach(rules.putArray("enum")::add);
        return shape(
                ConfigShape.listed(names, "or"),
                rules,
                (node, at) -> {
                    int index = node.isString() ? names.indexOf(node.asString()) : -1;
                    return index < 0 ? null : constants[index];
                });
    }

    /** As files have it. */
    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
