package dev.alkdev.operations.hub;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the tables of keys of the reference page, between marks that name a record. */
final class KeyTables {
    private static final Pattern MARKED =
            Pattern.compile(
                    "(?s)(<!-- keys: (\\S+?)(?: without ([^>]*?))? -->\n).*?(<!-- end -->)");

    private KeyTables() {}

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
        List<String> left = without == null ? List.of() : List.of(without.split(" ", -1));
        StringBuilder table = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
        try {
            Class<?> type = Class.forName(KeyTables.class.getPackageName() + "." + record);
            RecordShape shape = ConfigShapes.STANDARD.record(type.asSubclass(Record.class));
            rows(shape, "", left, table);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        return table.toString();
    }

    private static void rows(
            RecordShape shape, String prefix, List<String> left, StringBuilder table) {
        for (RecordKey key : shape.components()) {
            if (left.contains(key.component())) {
                continue;
            }
            if (key.isFlat()) {
                rows((RecordShape) key.shape(), prefix, left, table);
                continue;
            }
            String name = prefix + key.name();
            table.append("| `%s` | %s | %s |\n".formatted(name, standard(key), text(key)));
            if (key.shape() instanceof RecordShape nested && isInline(nested)) {
                rows(nested, name + ".", left, table);
            }
            if (key.shape() instanceof ListShape list
                    && list.items() instanceof RecordShape nested
                    && isInline(nested)) {
                rows(nested, name + ".", left, table);
            }
        }
    }

    /** Those with a table of their own are not repeated. */
    private static boolean isInline(RecordShape shape) {
        return !List.of(
                        ListenConfig.class,
                        LimitConfig.class,
                        CorsConfig.class,
                        HubAuthConfig.class,
                        AuditConfig.class,
                        FilterRule.class)
                .contains(shape.type().type());
    }

    private static String text(RecordKey key) {
        String choices =
                key.shape() instanceof ScalarShape && key.shape().rules().has("enum")
                        ? " One of "
                                + ConfigShape.listed(
                                        key.shape()
                                                .rules()
                                                .get("enum")
                                                .valueStream()
                                                .map(each -> "`" + each.asString() + "`")
                                                .toList(),
                                        "and")
                                + "."
                        : "";
        boolean bounded = key.shape().words().title().startsWith("a size ");
        String bounds = bounded ? " " + key.shape().words().title().replace("a s", "S") + "." : "";
        return key.text()
                + choices
                + bounds
                + (key.needsRestart() ? " A change needs a restart." : "");
    }

    private static String standard(RecordKey key) {
        if (key.isRequired()) {
            return "required";
        }
        if (key.key() != null && !key.key().unless().isEmpty()) {
            return key.key().unless();
        }
        if (key.standard() != null) {
            return "`" + yaml(key.standard()) + "`";
        }
        return key.absent()
                .map(
                        value ->
                                value instanceof Boolean flag
                                        ? "`" + flag + "`"
                                        : value instanceof List ? "`[]`" : "")
                .orElse("");
    }

    private static String yaml(JsonNode json) {
        return json.isString()
                ? json.asString()
                : json.toString().replace("\"", "").replace(",", ", ");
    }
}
