package dev.alkdev.operations.openapi;

import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseMeta;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.web.MediaType;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The schemas of the responses of one operation, by status and media type. A response that the
 * document does not describe has the unknown schema, which leaves its data unchanged. Threads may
 * share it.
 *
 * @param byStatus by {@code 200}, {@code 2XX} or {@code DEFAULT}
 */
record ResponseSchemas(Map<String, List<Entry>> byStatus)
        implements Function<ResponseMeta, Schema> {

    /** The schema of a media type, which may be a range such as {@code text/*}. */
    record Entry(MediaType type, Schema schema) {}

    @Override
    public Schema apply(ResponseMeta meta) {
        if (!(meta instanceof HttpMeta http)) {
            return Schema.unknown();
        }
        List<Entry> entries = entries(http.statusCode());
        if (http.contentType().isEmpty()) {
            return entries.size() == 1 ? entries.getFirst().schema : Schema.unknown();
        }
        return schema(MediaType.parse(http.contentType()), entries);
    }

    private List<Entry> entries(int status) {
        List<Entry> exact = byStatus.get(Integer.toString(status));
        if (exact != null) {
            return exact;
        }
        List<Entry> range = byStatus.get(status / 100 + "XX");
        return range == null ? byStatus.getOrDefault("DEFAULT", List.of()) : range;
    }

    private static Schema schema(MediaType received, List<Entry> entries) {
        for (String name : names(received)) {
            List<Entry> candidates =
                    entries.stream().filter(it -> it.type.name().equals(name)).toList();
            if (!candidates.isEmpty()) {
                return closest(received, candidates);
            }
        }
        return Schema.unknown();
    }

    /** The names under which a document may declare a media type, the closest first. */
    private static List<String> names(MediaType type) {
        String name = type.name();
        int slash = name.indexOf('/');
        return List.of(name, name.substring(0, Math.max(slash, 0)) + "/*", "*/*");
    }

    /** Of several declarations of one media type, the one with the most matching parameters. */
    private static Schema closest(MediaType received, List<Entry> candidates) {
        if (candidates.size() == 1) {
            return candidates.getFirst().schema;
        }
        Set<String> given = parameters(received);
        Entry best = null;
        boolean several = false;
        for (Entry each : candidates) {
            if (given.containsAll(parameters(each.type))) {
                int more =
                        best == null
                                ? 1
                                : parameters(each.type).size() - parameters(best.type).size();
                several = more == 0 || (several && more < 0);
                best = more > 0 ? each : best;
            }
        }
        return best == null || several ? Schema.unknown() : best.schema;
    }

    /** The parameters of a media type except its charset. */
    private static Set<String> parameters(MediaType type) {
        Set<String> parameters = new HashSet<>(type.parameters());
        parameters.removeIf(it -> it.startsWith("charset="));
        return parameters;
    }
}
