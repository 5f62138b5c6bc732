package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The members of a JSON object that never change, in a third of the memory of a {@link
 * java.util.LinkedHashMap}: objects with the same names share them. Names are looked for one after
 * the other, so it is for objects of a few dozen members at the most.
 */
final class FixedMembers extends AbstractMap<String, JsonNode> {
    /** With more members than this, another kind of map finds them faster. */
    static final int MOST = 64;

    private final String[] names;
    private final JsonNode[] values;
    private int hash;

    /**
     * Members; nobody may change the arrays afterwards.
     *
     * @param names each of them once
     */
    FixedMembers(String[] names, JsonNode[] values) {
        this.names = names;
        this.values = values;
    }

    /** The same object in less memory; neither may be changed afterwards. */
    static ObjectNode compact(ObjectNode object) {
        String[] names = object.propertyNames().toArray(String[]::new);
        JsonNode[] values = object.values().toArray(JsonNode[]::new);
        return names.length > MOST
                ? object
                : new ObjectNode(JsonNodeFactory.instance, new FixedMembers(names, values));
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public @Nullable JsonNode get(@Nullable Object name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return get(name) != null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonNode> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Collection<JsonNode> values() {
        return List.of(values);
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, JsonNode>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return names.length;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, JsonNode>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, JsonNode> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int here = next++;
            return Map.entry(names[here], values[here]);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return (other instanceof FixedMembers members && members.names == names)
                ? Arrays.equals(members.values, values)
                : super.equals(other);
    }

    /** As every map has it, but found out once: trees ask for it at every level. */
    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            for (int i = 0; i < names.length; i++) {
                known += names[i].hashCode() ^ values[i].hashCode();
            }
            hash = known;
        }
        return known;
    }
}
