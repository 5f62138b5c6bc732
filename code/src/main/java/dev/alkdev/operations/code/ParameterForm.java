package dev.alkdev.operations.code;

import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.schema.JavaTypes;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.TypeCodec;
import dev.alkdev.operations.schema.TypedMember;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Parameters as the members of an object, in their order. */
final class ParameterForm implements JsonForm<@Nullable Object[]> {
    private final List<TypedMember> typed;
    private final Member[] members;
    private final String name;

    /** Made when first asked for, which a client never does. */
    private volatile @Nullable Schema schema;

    /**
     * @param absent what an input without it gives
     */
    private record Member(
            String name,
            Class<?> raw,
            TypeCodec codec,
            boolean required,
            @Nullable JsonNode defaultValue,
            @Nullable Object absent) {

        static Member of(TypedMember typed) {
            TypeCodec codec = TypeCodec.of(typed.type());
            boolean required = typed.isRequired();
            boolean none = required || typed.defaultValue() != null;
            return new Member(
                    typed.name(),
                    JavaTypes.raw(typed.type()),
                    codec,
                    required,
                    typed.defaultValue(),
                    none ? null : codec.read(NullNode.getInstance()));
        }

        @Nullable Object read(JsonNode object) {
            JsonNode given = object.get(name);
            JsonNode value = given == null ? defaultValue : given;
            if (value == null) {
                return absent;
            }
            // Most parameters are texts, for which a parser of its own is much.
            if (raw == String.class && value.isString()) {
                return value.stringValue();
            }
            try {
                return codec.read(value);
            } catch (JacksonException e) {
                throw e.prependPath(object, name);
            }
        }

        void write(@Nullable Object value, ObjectNode object) {
            if (value instanceof String text) {
                object.put(name, text);
                return;
            }
            JsonNode written = value == null ? NullNode.getInstance() : codec.write(value);
            boolean absent = written.isNull() && !(value instanceof JsonNode);
            if (required || !absent) {
                object.set(name, written);
            }
        }
    }

    ParameterForm(String name, List<TypedMember> members) {
        this.name = name;
        this.typed = List.copyOf(members);
        this.members = new Member[members.size()];
        for (int i = 0; i < this.members.length; i++) {
            this.members[i] = Member.of(members.get(i));
        }
    }

    boolean isEmpty() {
        return members.length == 0;
    }

    @Override
    public Schema schema() {
        Schema known = schema;
        if (known == null) {
            known = typed.isEmpty() ? JsonForm.input(Void.class).schema() : made();
            schema = known;
        }
        return known;
    }

    private Schema made() {
        try {
            return Schema.ofMembers(typed);
        } catch (IllegalArgumentException refused) {
            for (TypedMember member : typed) {
                requireSchema(member);
            }
            throw refused;
        }
    }

    /** Names the member whose type has no JSON. */
    private static void requireSchema(TypedMember member) {
        try {
            Schema.ofMembers(List.of(member));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "parameter " + member.name() + ": " + refused.getMessage(), refused);
        }
    }

    @Override
    public @Nullable Object[] read(JsonNode json) {
        @Nullable Object[] values = new Object[members.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = members[i].read(json);
        }
        return values;
    }

    @Override
    public JsonNode write(@Nullable Object @Nullable [] values) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < members.length; i++) {
            members[i].write(values == null ? null : values[i], object);
        }
        return object;
    }

    @Override
    public String toString() {
        return name;
    }
}
