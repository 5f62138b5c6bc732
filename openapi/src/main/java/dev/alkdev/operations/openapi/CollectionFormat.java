package dev.alkdev.operations.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How Swagger 2.0 writes arrays: {@code collectionFormat}, also of the arrays inside arrays. */
final class CollectionFormat {
    static final String KEYWORD = "collectionFormat";
    private static final String DEFAULT = "csv";
    private static final String MULTI = "multi";

    private static final Map<String, ParameterStyle> STYLES =
            Map.of(
                    DEFAULT,
                    ParameterStyle.FORM,
                    MULTI,
                    ParameterStyle.FORM,
                    "ssv",
                    ParameterStyle.SPACE_DELIMITED,
                    "pipes",
                    ParameterStyle.PIPE_DELIMITED,
                    "tsv",
                    ParameterStyle.TAB_DELIMITED);

    private CollectionFormat() {}

    static boolean isKnown(String name) {
        return STYLES.containsKey(name);
    }

    /** The format of a parameter, or of a field of a form. */
    static ValueFormat of(Place parameter) {
        String name = parameter.text(KEYWORD, DEFAULT);
        List<ParameterStyle> inner = new ArrayList<>();
        Place items = parameter.child("items");
        while ("array".equals(items.text("type"))) {
            inner.add(style(items.text(KEYWORD, DEFAULT)));
            items = items.child("items");
        }
        return new ValueFormat(style(name), name.equals(MULTI), false, false, List.copyOf(inner));
    }

    private static ParameterStyle style(String name) {
        return STYLES.getOrDefault(name, ParameterStyle.FORM);
    }
}
