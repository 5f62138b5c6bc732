package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** Which properties and items of one value were looked at; what {@code unevaluated…} is about. */
final class Evaluated {
    private boolean allNames;
    private boolean allItems;
    private @Nullable Set<String> names;
    private @Nullable BitSet items;

    void addName(String name) {
        if (names == null) {
            names = new HashSet<>();
        }
        names.add(name);
    }

    void addAllNames() {
        allNames = true;
    }

    void addItem(int index) {
        addItems(index, index + 1);
    }

    void addItems(int from, int to) {
        if (items == null) {
            items = new BitSet();
        }
        items.set(from, to);
    }

    void addAllItems() {
        allItems = true;
    }

    void addAll(Evaluated other) {
        allNames |= other.allNames;
        allItems |= other.allItems;
        if (other.names != null) {
            other.names.forEach(this::addName);
        }
        if (other.items != null) {
            if (items == null) {
                items = new BitSet();
            }
            items.or(other.items);
        }
    }

    boolean hasName(String name) {
        return allNames || (names != null && names.contains(name));
    }

    boolean hasItem(int index) {
        return allItems || (items != null && items.get(index));
    }
}
