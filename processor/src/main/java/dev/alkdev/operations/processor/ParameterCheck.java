package dev.alkdev.operations.processor;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Checks the parameters of a method, and those of the constructor of a declared error. */
final class ParameterCheck {
    private static final String CORE = "dev.alkdev.operations.";

    /** No input, whatever they hold. */
    private static final Set<String> SPECIAL =
            Set.of(CORE + "OperationContext", CORE + "Caller", CORE + "Identity", CORE + "Emitter");

    private static final Set<String> WHOLE_NUMBERS =
            Set.of(
                    "int",
                    "long",
                    "short",
                    "byte",
                    "java.lang.Integer",
                    "java.lang.Long",
                    "java.lang.Short",
                    "java.lang.Byte");

    private static final Set<String> NUMBERS =
            Set.of(
                    "double",
                    "float",
                    "java.lang.Double",
                    "java.lang.Float",
                    "java.math.BigDecimal");

    private final TypeNames types;
    private final Faults faults;
    private final ConstraintCheck constraints;

    ParameterCheck(TypeNames types, Faults faults) {
        this.types = types;
        this.faults = faults;
        this.constraints = new ConstraintCheck(faults);
    }

    /** Whether nothing is wrong. */
    boolean check(ExecutableElement method) {
        int before = faults.count();
        List<VariableElement> input = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            if (isInput(parameter)) {
                input.add(parameter);
            }
        }
        if (input.size() == 1 && isWhole(input.getFirst())) {
            String problem = types.problem(input.getFirst().asType());
            if (!problem.isEmpty()) {
                faults.at(input.getFirst(), problem);
            }
            checkComponents(input.getFirst());
        } else {
            checkMembers(input, "");
        }
        return faults.count() == before;
    }

    private void checkComponents(VariableElement input) {
        Element type = types.element(input.asType());
        if (type instanceof TypeElement declared) {
            declared.getRecordComponents().stream()
                    .map(RecordComponentElement::getAccessor)
                    .forEach(constraints::check);
        }
    }

    boolean hasEmitter(ExecutableElement method) {
        return method.getParameters().stream()
                .anyMatch(each -> types.name(each.asType()).equals(CORE + "Emitter"));
    }

    private boolean isInput(VariableElement parameter) {
        TypeMirror type = parameter.asType();
        String name = types.name(type);
        if (name.equals(CORE + "Emitter") && types.argument(type) == null) {
            faults.at(parameter, types.unsaid(type));
        }
        if (name.equals(CORE + "Progress")) {
            faults.at(
                    parameter,
                    "Progress is what is reported; declare Consumer<Progress> to report it");
            return false;
        }
        TypeMirror content = types.argument(type);
        String held = content == null ? "" : types.name(content);
        boolean special =
                SPECIAL.contains(name)
                        || (name.equals("java.util.Optional") && held.equals(CORE + "Identity"))
                        || (name.equals("java.util.function.Consumer")
                                && held.equals(CORE + "Progress"));
        return !special;
    }

    private boolean isWhole(VariableElement parameter) {
        Element type = types.element(parameter.asType());
        return type != null
                && (type.getKind() == ElementKind.RECORD
                        || type.getModifiers().contains(Modifier.SEALED))
                && Mark.of(parameter, "Param") == null;
    }

    /**
     * Checks what become members of an object.
     *
     * @param around what the place begins with
     */
    void checkMembers(List<? extends VariableElement> members, String around) {
        Set<String> names = new HashSet<>();
        for (VariableElement member : members) {
            constraints.check(member);
            Mark param = Mark.of(member, "Param");
            String given = param == null ? "" : param.text("value");
            String name = given.isEmpty() ? member.getSimpleName().toString() : given;
            String place = around + Faults.place(member);
            String problem = types.problem(member.asType());
            if (problem.isEmpty() && param != null) {
                problem = defaultProblem(types.name(member.asType()), param.text("defaultValue"));
            }
            if (problem.isEmpty() && !names.add(name)) {
                problem = "another parameter is called " + name + " as well";
            }
            if (!problem.isEmpty()) {
                faults.at(member, place, problem);
            }
        }
    }

    private static String defaultProblem(String type, String text) {
        String schema =
                WHOLE_NUMBERS.contains(type)
                        ? "integer"
                        : NUMBERS.contains(type)
                                ? "number"
                                : type.endsWith("oolean") ? "boolean" : "";
        boolean fits =
                switch (schema) {
                    case "boolean" -> text.equals("true") || text.equals("false");
                    case "integer" ->
                            isNumber(text)
                                    && new BigDecimal(text).stripTrailingZeros().scale() <= 0;
                    case "number" -> isNumber(text);
                    default -> true;
                };
        return text.isEmpty() || fits
                ? ""
                : "its default " + text + " does not fit {\"type\":\"" + schema + "\"}";
    }

    private static boolean isNumber(String text) {
        return text.matches("-?(0|[1-9]\\d{0,30})(\\.\\d{1,30})?([eE][+-]?\\d{1,3})?");
    }
}
