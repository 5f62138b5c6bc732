package dev.alkdev.operations.code;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.TypedMember;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parameters of a method.
 *
 * @param slots where the argument of each comes from
 * @param form the input, in the order of those that come from it
 * @param emitted the type of the items that go into an emitter; null if there is none
 */
record Parameters(List<Slot> slots, JsonForm<@Nullable Object[]> form, @Nullable Type emitted) {
    Parameters {
        slots = List.copyOf(slots);
    }

    /** Whether the input is all there is: values are arguments. */
    boolean isPlain() {
        return Collections.frequency(slots, Slot.INPUT) == slots.size();
    }

    /** Reads the parameters of a method; null if there are faults. */
    static @Nullable Parameters of(Method method, Faults faults) {
        int before = faults.count();
        List<Slot> slots = new ArrayList<>();
        List<Parameter> given = new ArrayList<>();
        Type emitted = null;
        for (Parameter parameter : method.getParameters()) {
            Slot slot = faults.attempt(Faults.place(parameter), () -> Slot.of(parameter));
            if (slot == Slot.INPUT) {
                given.add(parameter);
            } else if (slot == Slot.EMITTER) {
                emitted = faults.attempt(Faults.place(parameter), () -> item(parameter));
            }
            if (slot != null) {
                slots.add(slot);
            }
        }
        JsonForm<@Nullable Object[]> form = form(method, given, faults);
        return form == null || faults.count() > before
                ? null
                : new Parameters(slots, form, emitted);
    }

    private static Type item(Parameter emitter) {
        if (emitter.getType() != Emitter.class) {
            throw new IllegalArgumentException("declare Emitter itself");
        }
        return Types.argument(emitter.getParameterizedType());
    }

    private static @Nullable JsonForm<@Nullable Object[]> form(
            Method method, List<Parameter> given, Faults faults) {
        if (given.size() == 1 && isWhole(given.getFirst())) {
            Type type = given.getFirst().getParameterizedType();
            return faults.attempt(
                    Faults.place(given.getFirst()),
                    () -> {
                        Types.requireKnown(type);
                        Schema.requireReadable(type);
                        return new WholeInput(JsonForm.input(type));
                    });
        }
        List<TypedMember> members = members(given, faults);
        return members == null
                ? null
                : faults.attempt(
                        Faults.place(method),
                        () -> new ParameterForm("the input of " + method.getName(), members));
    }

    /** A record, or one of several, is an object: its members are those of the input. */
    private static boolean isWhole(Parameter parameter) {
        Class<?> type = parameter.getType();
        return (type.isRecord() || type.isSealed()) && !parameter.isAnnotationPresent(Param.class);
    }

    /** The members of an object, one for each parameter; null if there are faults. */
    static @Nullable List<TypedMember> members(List<Parameter> given, Faults faults) {
        int before = faults.count();
        List<TypedMember> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Parameter parameter : given) {
            String place = Faults.place(parameter);
            TypedMember member = faults.attempt(place, () -> member(parameter));
            if (member != null && !names.add(member.name())) {
                faults.add(place, "another parameter is called " + member.name() + " as well");
            } else if (member != null) {
                members.add(member);
            }
        }
        return faults.count() > before ? null : members;
    }

    private static TypedMember member(Parameter parameter) {
        Param said = parameter.getAnnotation(Param.class);
        if ((said == null || said.value().isEmpty()) && !parameter.isNamePresent()) {
            throw new IllegalArgumentException(
                    "its name is not in the class file; compile with -parameters, or add"
                            + " @Param(\"name\")");
        }
        Types.requireKnown(parameter.getParameterizedType());
        String name = said == null || said.value().isEmpty() ? parameter.getName() : said.value();
        String given = said == null ? "" : said.description();
        TypedMember member =
                TypedMember.of(name, parameter)
                        .describedAs(given.isEmpty() ? Descriptions.of(parameter) : given);
        Schema.requireReadable(member.type());
        return said == null || said.defaultValue().isEmpty()
                ? member
                : member.withDefault(
                        defaultValue(said.defaultValue(), name, Schema.ofMembers(List.of(member))));
    }

    private static JsonNode defaultValue(String text, String name, Schema schema) {
        JsonNode json = json(text);
        JsonNode plain = Json.mapper().getNodeFactory().stringNode(text);
        for (JsonNode candidate : json == null ? List.of(plain) : List.of(json, plain)) {
            if (schema.accepts(Json.mapper().createObjectNode().set(name, candidate))) {
                return candidate;
            }
        }
        throw new IllegalArgumentException(
                "its default "
                        + text
                        + " does not fit "
                        + schema.toJson().at("/properties/" + name));
    }

    private static @Nullable JsonNode json(String text) {
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException noJson) {
            return null;
        }
    }
}
