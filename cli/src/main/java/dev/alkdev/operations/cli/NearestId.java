package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.NearestName;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Finds the operation with the most similar id. */
final class NearestId {
    private NearestId() {}

    /** The id that differs least; of a bare name, the first id that has the nearest name. */
    static Optional<String> of(String written, Collection<String> ids) {
        if (written.indexOf('.') >= 0) {
            return NearestName.of(written, ids);
        }
        Map<String, String> byName = new LinkedHashMap<>();
        ids.forEach(id -> byName.putIfAbsent(id.substring(id.indexOf('.') + 1), id));
        return NearestName.of(written, byName.keySet()).map(byName::get);
    }
}
