package dev.alkdev.operations.code;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaPlace;
import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Chooses Java types for schemas. A schema is looked at once, however many refer to it. What Java
 * has no type for is {@code JsonNode}. For one thread.
 */
final class TypeReader {
    /** A constructor has at most 255 parameters, of which a long or double takes two. */
    private static final int MOST_MEMBERS = 120;

    private static final int MOST_CONSTANTS = 500;

    /** Anonymous schemas nested deeper than this are not worth names of their own. */
    private static final int DEEPEST = 24;

    /** No property that a pattern could be about. */
    private static final String OTHER_NAME = "\u0001";

    private final MadeTypes types;
    private final Map<Object, TypeUse> known = new HashMap<>();
    private final Map<Object, UnionShape.Mark> marks = new HashMap<>();
    private int depth;

    TypeReader(MadeTypes types) {
        this.types = types;
    }

    /**
     * The type of values of a schema.
     *
     * @param name of a type that is made for it, if it is not defined under a name of its own
     */
    TypeUse read(SchemaView view, String name) {
        Set<JsonType> allowed = new HashSet<>(view.types());
        allowed.remove(JsonType.NULL);
        if (isFile(view)) {
            return ScalarTypes.BYTES;
        }
        if (allowed.size() != 1 || depth > DEEPEST) {
            return TypeUse.Known.JSON;
        }
        depth++;
        try {
            return switch (allowed.iterator().next()) {
                case OBJECT -> object(view, name);
                case ARRAY -> new TypeUse.ListOf(items(view, name));
                case STRING -> text(view, name);
                case INTEGER -> ScalarTypes.integer(view);
                case NUMBER -> ScalarTypes.number(view);
                case BOOLEAN -> ScalarTypes.BOOLEAN;
                case NULL -> TypeUse.Known.JSON;
            };
        } finally {
            depth--;
        }
    }

    /** Whether it may be null. */
    static boolean isNullable(SchemaView view) {
        return view.types().contains(JsonType.NULL);
    }

    /** Bytes as text, or the same with a name: how a file is sent. */
    private static boolean isFile(SchemaView view) {
        List<SchemaView> branches = view.branches();
        return branches.size() == 2
                && branches.getFirst().keyword("contentEncoding").asString("").equals("base64")
                && branches.getLast().properties().containsKey("data");
    }

    private TypeUse items(SchemaView view, String name) {
        return view.prefixItems().isEmpty()
                ? read(view.items(), name + "Item")
                : TypeUse.Known.JSON;
    }

    private TypeUse text(SchemaView view, String name) {
        List<JsonNode> values = view.enumValues().stream().filter(each -> !each.isNull()).toList();
        boolean texts = values.stream().allMatch(JsonNode::isString);
        // What can have one value only needs no name for it.
        if (values.size() < 2 || values.size() > MOST_CONSTANTS || !texts) {
            return ScalarTypes.text(view);
        }
        SchemaPlace place = view.place();
        return known.computeIfAbsent(
                place.key(),
                key ->
                        types.add(
                                new MadeEnum(
                                        named(place, name),
                                        view.description(),
                                        values.stream().map(JsonNode::asString).toList())));
    }

    private static String named(SchemaPlace place, String name) {
        return JavaNames.type(place.name().isEmpty() ? name : place.name());
    }

    private TypeUse object(SchemaView view, String name) {
        SchemaPlace place = view.place();
        TypeUse made = known.get(place.key());
        if (made != null) {
            return made;
        }
        Map<String, SchemaView> properties = view.properties();
        if (properties.isEmpty() || properties.size() > MOST_MEMBERS) {
            boolean plain = properties.isEmpty() && view.keyword("patternProperties").isEmpty();
            return new TypeUse.MapOf(
                    plain ? read(view.property(OTHER_NAME), name + "Value") : TypeUse.Known.JSON);
        }
        UnionShape union = UnionShape.of(view, marks);
        return union == null
                ? addRecord(new MadeRecord(named(place, name), view.description()), view)
                : union(view, union, named(place, name));
    }

    private TypeUse union(SchemaView view, UnionShape shape, String name) {
        MadeUnion union = new MadeUnion(name, view.description(), shape.property());
        TypeUse use = types.add(union);
        known.put(view.place().key(), use);
        shape.branches()
                .forEach(
                        (value, branch) -> {
                            if (object(branch, name + JavaNames.type(value))
                                            instanceof TypeUse.Made(MadeType type)
                                    && type instanceof MadeRecord member) {
                                union.add(value, member);
                            }
                        });
        return use;
    }

    /** A record of all members of an object, whatever else is in the schema. */
    TypeUse input(SchemaView view, String name) {
        MadeRecord made = new MadeRecord(JavaNames.type(name), "");
        if (view.properties().size() <= MOST_MEMBERS) {
            return addRecord(made, view);
        }
        made.addOthers(others("members", TypeUse.Known.JSON));
        return types.add(made);
    }

    private TypeUse addRecord(MadeRecord made, SchemaView view) {
        TypeUse use = types.add(made);
        known.put(view.place().key(), use);
        Map<String, MadeMember> members = members(view, made.wanted(), JavaNames::member);
        members.values().forEach(made::add);
        if (isOpen(view)) {
            Set<String> names = new HashSet<>(members.keySet());
            String name = JavaNames.unique("others", names::add);
            made.addOthers(others(name, read(view.property(OTHER_NAME), made.wanted() + "Value")));
        }
        return use;
    }

    /** Whether there may be members besides those with names, on purpose. */
    static boolean isOpen(SchemaView view) {
        JsonNode others = view.keyword("additionalProperties");
        // What may be null as well is how operations without input describe it.
        boolean unnamed =
                view.properties().isEmpty() && others.isMissingNode() && !isNullable(view);
        boolean subtypes = !view.keyword("discriminator").isMissingNode();
        return others.isObject()
                || others.asBoolean(false)
                || subtypes
                || (unnamed && view.keyword("properties").isMissingNode());
    }

    private static MadeMember others(String name, TypeUse values) {
        return new MadeMember(
                name,
                name,
                new TypeUse.MapOf(values),
                new MadeMember.Presence(false, false),
                "Members of other names.");
    }

    /**
     * The members of an object by their names in Java, in their order.
     *
     * @param owner the name of what they belong to
     */
    Map<String, MadeMember> members(SchemaView view, String owner, UnaryOperator<String> naming) {
        Map<String, MadeMember> members = new LinkedHashMap<>();
        Set<String> required = view.required();
        view.properties()
                .forEach(
                        (member, property) -> {
                            String name =
                                    JavaNames.unique(
                                            naming.apply(member),
                                            each -> !members.containsKey(each));
                            TypeUse type = read(property, owner + JavaNames.type(member));
                            // Null is a value of this type, which needs no other sign for it.
                            boolean nullable = isNullable(property) && type != TypeUse.Known.JSON;
                            members.put(
                                    name,
                                    new MadeMember(
                                            member,
                                            name,
                                            type,
                                            new MadeMember.Presence(
                                                    required.contains(member), nullable),
                                            words(property, type)));
                        });
        return members;
    }

    /** The description of a member, unless it is that of its type. */
    private static String words(SchemaView property, TypeUse type) {
        String words = property.description();
        return type instanceof TypeUse.Made(MadeType made) && made.words().equals(words)
                ? ""
                : words;
    }

    /** The exception class of a declared error. */
    MadeType exception(ErrorSpec error) {
        String name = JavaNames.type(error.code().toLowerCase(Locale.ROOT));
        MadeException made = new MadeException(name + "Exception", error);
        members(error.schema().view(), name, JavaNames::detail).values().forEach(made::add);
        types.add(made);
        return made;
    }
}
