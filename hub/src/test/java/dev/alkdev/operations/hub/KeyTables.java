package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Key;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the tables of keys of the reference page, between marks that name a record. */
final class KeyTables {
    private static final Pattern MARKED =
            Pattern.compile(
                    "(?s)(<!-- keys: (\\S+?)(?: without ([^>]*?))? -->\n).*?(<!-- end -->)");

    /** Those with a table of their own are not repeated. */
    private static final List<Class<?>> APART =
            List.of(
                    ListenConfig.class,
                    LimitConfig.class,
                    CorsConfig.class,
                    HubAuthConfig.class,
                    AuditConfig.class,
                    FilterRuleConfig.class);

    private final List<String> left;
    private final StringBuilder table =
            new StringBuilder("| key | default | meaning |\n|---|---|---|\n");

    private KeyTables(List<String> left) {
        this.left = left;
    }

    /** A page with its tables as the records declare them. */
    static String written(String page) {
        return MARKED.matcher(page)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        found.group(1)
                                                + table(found.group(2), found.group(3))
                                                + found.group(4)));
    }

    private static String table(String record, String without) {
        KeyTables tables =
                new KeyTables(without == null ? List.of() : List.of(without.split(" ", -1)));
        try {
            Class<?> type = Class.forName(KeyTables.class.getPackageName() + "." + record);
            JsonNode schema = StandardKinds.RECORDS.schema(type.asSubclass(Record.class));
            tables.rows(type, schema, "");
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        return tables.table.toString();
    }

    private void rows(Class<?> type, JsonNode schema, String prefix) {
        for (RecordComponent component : type.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (left.contains(component.getName())) {
                continue;
            }
            if (component.isAnnotationPresent(Flat.class)) {
                rows(component.getType(), schema, prefix);
                continue;
            }
            String name = key.name().isEmpty() ? component.getName() : key.name();
            JsonNode value = schema.path("properties").path(name);
            boolean required =
                    schema.path("required")
                            .valueStream()
                            .anyMatch(each -> each.asString().equals(name));
            table.append(
                    "| `%s` | %s | %s |\n"
                            .formatted(
                                    prefix + name,
                                    required ? "required" : standard(component, value),
                                    text(key, value)));
            JsonNode inside = value.has("items") ? value.get("items") : value;
            Class<?> nested = single(component.getGenericType());
            if (nested.isRecord() && inside.has("properties") && !APART.contains(nested)) {
                rows(nested, inside, prefix + name + ".");
            }
        }
    }

    /** The class of a value or of the items of a list. */
    private static Class<?> single(Type type) {
        return switch (type) {
            case ParameterizedType list when list.getRawType() == List.class ->
                    single(list.getActualTypeArguments()[0]);
            case ParameterizedType other -> single(other.getRawType());
            default -> (Class<?>) type;
        };
    }

    private static String text(Key key, JsonNode value) {
        String choices =
                value.has("enum")
                        ? " One of "
                                + value.get("enum")
                                        .valueStream()
                                        .map(each -> "`" + each.asString() + "`")
                                        .collect(Collectors.joining(", "))
                                        .replaceFirst(", ([^,]*)$", " and $1")
                                + "."
                        : "";
        String title = value.path("title").asString("");
        String bounds = title.startsWith("a size ") ? " " + title.replace("a s", "S") + "." : "";
        return key.value() + choices + bounds + (key.restart() ? " A change needs a restart." : "");
    }

    private static String standard(RecordComponent component, JsonNode value) {
        Key key = component.getAnnotation(Key.class);
        if (!key.unless().isEmpty()) {
            return key.unless();
        }
        if (value.has("default")) {
            return "`" + yaml(value.get("default")) + "`";
        }
        if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return "";
        }
        return component.getType() == boolean.class
                ? "`false`"
                : component.getType() == List.class ? "`[]`" : "";
    }

    private static String yaml(JsonNode json) {
        return json.isString()
                ? json.asString()
                : json.toString().replace("\"", "").replace(",", ", ");
    }
}
