package dev.alkdev.operations.openapi;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Bounds the expansion of YAML aliases, counted before anything is built. An alias may be used as
 * often as one likes, but whoever walks through the document walks through it every time, and a few
 * lines of aliases to aliases make more of that than any walk can finish.
 */
final class AliasBudget {
    /** Values that a document may have beyond those written in it. */
    static final int MOST = 1_000_000;

    private static final Pattern ANCHOR = Pattern.compile("(?m)(^|[\\s,\\[{])&[^\\s,\\[\\]{}]");

    private final Map<Anchor, Long> sizes = new HashMap<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private long aliased;

    /** A list or map that is still open. */
    private static final class Open {
        private final Optional<Anchor> anchor;
        private long size = 1;

        private Open(Optional<Anchor> anchor) {
            this.anchor = anchor;
        }
    }

    private AliasBudget() {}

    /**
     * Checks a text.
     *
     * @throws DocumentException if its aliases expand to too much
     */
    static void check(String text, LoadSettings settings) {
        if (ANCHOR.matcher(text).find()) {
            AliasBudget budget = new AliasBudget();
            new Parse(settings).parseString(text).forEach(budget::count);
        }
    }

    private void count(Event event) {
        switch (event) {
            case ScalarEvent scalar -> close(scalar.getAnchor(), 1);
            case CollectionStartEvent start -> open.push(new Open(start.getAnchor()));
            case CollectionEndEvent end -> {
                Open closed = open.pop();
                close(closed.anchor, closed.size);
            }
            case AliasEvent alias -> addAlias(alias);
            default -> {}
        }
    }

    private void close(Optional<Anchor> anchor, long size) {
        anchor.ifPresent(name -> sizes.put(name, size));
        Open around = open.peek();
        if (around != null) {
            around.size += size;
        }
    }

    private void addAlias(AliasEvent alias) {
        Anchor name = alias.getAlias();
        if (open.stream().anyMatch(each -> each.anchor.equals(Optional.of(name)))) {
            throw new DocumentException("the YAML alias *" + name + " refers to itself");
        }
        long size = sizes.getOrDefault(name, 1L);
        aliased += size;
        if (aliased > MOST) {
            throw new DocumentException(
                    "the aliases of the YAML expand to more than " + MOST + " values");
        }
        close(Optional.empty(), size);
    }
}
