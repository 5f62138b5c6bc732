package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.Change;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What normalization changed in a result, for a client that asks for it. For the thread of the
 * call.
 */
final class ChangeReport implements Consumer<Change> {
    static final String HEADER = "Operation-Changes";

    /** A result of a million items may have a million changes: the first show what is wrong. */
    private static final int MOST = 100;

    private final List<Change> changes = new ArrayList<>();

    private ChangeReport() {}

    /** A report, if the client asks for one. */
    static @Nullable ChangeReport of(HttpServletRequest request) {
        return "true".equals(request.getHeader(HEADER)) ? new ChangeReport() : null;
    }

    @Override
    public void accept(Change change) {
        if (changes.size() < MOST) {
            changes.add(change);
        }
    }

    void addTo(ObjectNode envelope) {
        ArrayNode list = envelope.putArray("changes");
        for (Change change : changes) {
            list.addObject()
                    .put("pointer", change.pointer())
                    .put("kind", change.kind().name().toLowerCase(Locale.ROOT));
        }
    }
}
