package dev.alkdev.operations.hub;

import dev.alkdev.operations.Durations;
import dev.alkdev.operations.Glob;
import dev.alkdev.operations.hub.ConfigShape.Words;
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
import java.util.regex.Pattern;

/** The shapes of single values, by their Java types. */
final class Scalars {
    private static final Set<Class<?>> RECORDS =
            Set.of(Secret.class, Glob.class, TokenHash.class, Location.class);
    private static final Pattern ANY_URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");
    private static final Pattern WEB_URL = Pattern.compile("(?i)https?://.*");
    private static final Duration LONGEST = Duration.ofDays(365);

    private Scalars() {}

    static boolean isScalar(Class<?> type) {
        return RECORDS.contains(type);
    }

    /**
     * The words for a value, from where it is used or else from its type.
     *
     * @param title what it should be if neither says
     */
    static Words words(@Nullable Form use, @Nullable Form type, String title, boolean secret) {
        String given = use == null ? "" : use.title();
        String declared = type == null ? "" : type.title();
        String example = use == null || use.example().isEmpty() ? "" : use.example();
        String usual = example.isEmpty() && type != null ? type.example() : example;
        return new Words(
                !given.isEmpty() ? given : !declared.isEmpty() ? declared : title,
                usual.isEmpty() ? null : json(usual),
                secret || (use != null && use.secret()));
    }

    /** What a text of an annotation is in JSON, which has single quotes there. */
    static JsonNode json(String text) {
        boolean quoted = text.startsWith("[") || text.startsWith("{") || text.startsWith("'");
        return quoted ? Json.parse(text.replace('\'', '"')) : PlainScalar.of(text);
    }

    static ScalarShape of(Class<?> type, @Nullable Form given) {
        Form form = given == null ? NONE : given;
        return switch (type.getSimpleName()) {
            case "String" -> text(form, words(form, null, "a text", false), text -> text);
            case "Secret" -> text(form, words(form, null, "a text", true), Secret::new);
            case "Glob" -> glob(form);
            case "TokenHash" -> tokenHash(form);
            case "URI" -> url(form);
            case "Path" -> path(form);
            case "Location" -> location(form);
            case "boolean", "Boolean" -> flag(form);
            case "int", "Integer" -> number(form, "integer", BigDecimal::intValue);
            case "double", "Double" -> number(form, "number", BigDecimal::doubleValue);
            case "long", "Long" -> size(form);
            case "Duration" -> duration(form);
            case "JsonNode" -> any(form);
            default -> choice(type, form);
        };
    }

    private static final Form NONE = None.class.getAnnotation(Form.class);

    @Form
    private static final class None {}

    private static ObjectNode rules(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static ScalarShape text(Form form, Words words, Function<String, Object> made) {
        ObjectNode rules = rules("string");
        if (!form.pattern().isEmpty()) {
            rules.put("pattern", form.pattern());
        }
        if (form.choices().length > 0) {
            Arrays.stream(form.choices()).forEach(rules.putArray("enum")::add);
        }
        Pattern pattern = Pattern.compile(form.pattern());
        List<String> choices = List.of(form.choices());
        return new ScalarShape(
                words,
                rules,
                (node, at) ->
                        node.isString()
                                        && pattern.matcher(node.asString()).find()
                                        && (choices.isEmpty() || choices.contains(node.asString()))
                                ? made.apply(node.asString())
                                : null);
    }

    private static ScalarShape glob(Form form) {
        ObjectNode rules = rules("string");
        String pattern = form.pattern().isEmpty() ? "^\\S+$" : form.pattern();
        rules.put("pattern", pattern);
        Pattern compiled = Pattern.compile(pattern);
        return new ScalarShape(
                words(form, null, "a glob", false),
                rules,
                (node, at) ->
                        node.isString() && compiled.matcher(node.asString()).find()
                                ? new Glob(node.asString())
                                : null);
    }

    private static ScalarShape tokenHash(Form form) {
        return new ScalarShape(
                words(form, null, "the SHA-256 of a token", true),
                rules("string").put("pattern", TokenHash.PATTERN),
                (node, at) -> node.isString() ? hash(node.asString(), at.name()) : null);
    }

    private static TokenHash hash(String text, String name) {
        if (text.matches(TokenHash.PATTERN)) {
            return TokenHash.parse(text);
        }
        throw new IllegalArgumentException(
                name
                        + (text.startsWith(TokenHash.PREFIX)
                                ? " should be sha256: and 64 hex digits, or 43 characters of base64"
                                : " should begin with sha256:; if this is the token itself, it must"
                                        + " not stand here in clear text")
                        + TokenHash.HOW_TO_HASH);
    }

    private static ScalarShape url(Form form) {
        boolean needsHost = form.schemes().length > 0;
        String pattern =
                needsHost
                        ? Arrays.stream(form.schemes())
                                .map(Scalars::anyCase)
                                .reduce((one, other) -> one + "|" + other)
                                .map(schemes -> "^(" + schemes + ")://[^\\s/]+")
                                .orElseThrow()
                        : form.pattern();
        Pattern compiled = Pattern.compile(pattern);
        return new ScalarShape(
                words(form, null, "a URL", false),
                rules("string").put("pattern", pattern),
                (node, at) -> {
                    URI url = ConfigValue.url(node);
                    boolean fits =
                            url != null
                                    && compiled.matcher(node.asString()).find()
                                    && !(needsHost && url.getHost() == null);
                    return fits ? url : null;
                });
    }

    /** A scheme in letters of either case, which no flag of a JSON Schema asks for. */
    private static String anyCase(String scheme) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < scheme.length(); i++) {
            char c = scheme.charAt(i);
            pattern.append('[').append(Character.toUpperCase(c)).append(c).append(']');
        }
        return pattern.toString();
    }

    private static ScalarShape path(Form form) {
        return new ScalarShape(
                words(form, null, "a path", false),
                rules("string").put("minLength", 1),
                (node, at) -> {
                    if (!node.isString() || node.asString().isEmpty()) {
                        return null;
                    }
                    Path path = at.file().resolve(node.asString());
                    return path == null || form.file() == Form.NoFile.class
                            ? path
                            : FileCheck.checked(path, form.file(), at);
                });
    }

    /** A path, unless it can only be meant as a URL. */
    private static ScalarShape location(Form form) {
        return new ScalarShape(
                words(form, null, "a path or URL", false),
                rules("string").put("minLength", 1),
                (node, at) -> {
                    String text = node.asString("");
                    if (!node.isString() || text.isEmpty()) {
                        return null;
                    }
                    if (!ANY_URL.matcher(text).matches()) {
                        Path path = at.file().resolve(text);
                        return path == null
                                ? null
                                : new Location(
                                        null, FileCheck.checked(path, Form.AnyFile.class, at));
                    }
                    URI url = ConfigValue.url(node);
                    if (!WEB_URL.matcher(text).matches() || url == null || url.getHost() == null) {
                        throw new IllegalArgumentException(
                                at.name()
                                        + " should be the path of a file or an http or https URL,"
                                        + " but is "
                                        + at.shown());
                    }
                    return new Location(url, null);
                });
    }

    private static ScalarShape flag(Form form) {
        return new ScalarShape(
                words(form, null, "true or false", false),
                rules("boolean"),
                (node, at) -> node.isBoolean() ? node.booleanValue() : null);
    }

    private static ScalarShape number(
            Form form, String type, Function<BigDecimal, Object> converted) {
        ObjectNode rules = rules(type);
        BigDecimal least = limit(rules, "minimum", form.minimum());
        BigDecimal most = limit(rules, "maximum", form.maximum());
        BigDecimal above = limit(rules, "exclusiveMinimum", form.above());
        boolean whole = type.equals("integer");
        return new ScalarShape(
                words(form, null, "a number", false),
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
        BigDecimal limit = new BigDecimal(given);
        rules.set(keyword, PlainScalar.of(given));
        return limit;
    }

    private static ScalarShape size(Form form) {
        long least = form.minimum().isEmpty() ? 0 : sizeOf(form.minimum());
        long most = form.maximum().isEmpty() ? Long.MAX_VALUE : sizeOf(form.maximum());
        ObjectNode rules = either("integer").put("pattern", SizeText.PATTERN).put("minimum", least);
        if (most < Long.MAX_VALUE) {
            rules.put("maximum", most);
        }
        String title =
                form.minimum().isEmpty()
                        ? "a size"
                        : form.maximum().isEmpty()
                                ? "a size of at least " + form.minimum()
                                : "a size from " + form.minimum() + " to " + form.maximum();
        return new ScalarShape(
                words(form, null, title, false),
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

    private static ObjectNode either(String type) {
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        rules.putArray("type").add("string").add(type);
        return rules;
    }

    private static ScalarShape duration(Form form) {
        Duration least =
                form.minimum().isEmpty()
                        ? form.above().isEmpty() ? Duration.ZERO : Duration.ofNanos(1)
                        : Durations.parse(form.minimum()).orElseThrow();
        String title =
                !form.minimum().isEmpty()
                        ? "a duration of at least " + form.minimum()
                        : form.above().isEmpty() ? "a duration" : "a duration above 0";
        ObjectNode rules =
                either("number")
                        .put("pattern", Durations.PATTERN)
                        .put("minimum", 0)
                        .put("maximum", 999_999_999);
        return new ScalarShape(
                words(form, null, title, false),
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
                                        + at.shown(false));
                    }
                    return duration == null || duration.compareTo(least) < 0 ? null : duration;
                });
    }

    private static ScalarShape any(Form form) {
        List<String> types = List.of(form.types());
        ObjectNode rules = JsonNodeFactory.instance.objectNode();
        if (types.size() == 1) {
            rules.put("type", types.getFirst());
        } else {
            types.forEach(rules.putArray("type")::add);
        }
        return new ScalarShape(
                words(form, null, "an object", false),
                rules,
                (node, at) ->
                        types.contains(node.getNodeType().name().toLowerCase(Locale.ROOT))
                                ? node
                                : null);
    }

    private static ScalarShape choice(Class<?> type, Form form) {
        Object[] constants = type.getEnumConstants();
        if (constants == null) {
            throw new IllegalArgumentException("a config has no values of " + type.getName());
        }
        ObjectNode rules = rules("string");
        List<String> names =
                Arrays.stream(constants).map(constant -> name((Enum<?>) constant)).toList();
        names.forEach(rules.putArray("enum")::add);
        return new ScalarShape(
                words(form, null, ConfigShape.listed(names, "or"), false),
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
