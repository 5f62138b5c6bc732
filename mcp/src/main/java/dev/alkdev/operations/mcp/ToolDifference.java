package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The differences of two versions of a tool. */
final class ToolDifference {
    private static final int MOST = 10;
    private static final int LONGEST = 120;

    private final List<String> found = new ArrayList<>();
    private int more;

    private ToolDifference() {}

    /** The differences in words, each with its JSON pointer. */
    static String of(JsonNode before, JsonNode after) {
        ToolDifference difference = new ToolDifference();
        difference.compare("", before, after);
        String text = String.join("; ", difference.found);
        return difference.more == 0 ? text : text + "; and " + difference.more + " more";
    }

    private void compare(String pointer, JsonNode before, JsonNode after) {
        if (before.isObject() && after.isObject()) {
            Set<String> names = new TreeSet<>();
            before.propertyNames().forEach(names::add);
            after.propertyNames().forEach(names::add);
            for (String name : names) {
                compare(pointer + "/" + name, before.path(name), after.path(name));
            }
        } else if (before.isMissingNode()) {
            add(pointer + " is new: " + shown(after));
        } else if (after.isMissingNode()) {
            add(pointer + " is gone");
        } else if (!Json.isSame(before, after)) {
            add(pointer + " was " + shown(before) + ", is " + shown(after));
        }
    }

    private void add(String text) {
        if (found.size() < MOST) {
            found.add(text);
        } else {
            more++;
        }
    }

    private static String shown(JsonNode value) {
        String text = value.toString().replaceAll("\\p{Cntrl}", "?");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
