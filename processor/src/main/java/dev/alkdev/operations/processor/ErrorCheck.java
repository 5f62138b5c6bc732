package dev.alkdev.operations.processor;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Checks the errors that a method declares, and their exception classes. */
final class ErrorCheck {
    /** Those of {@code ErrorCode}, whose class is not on the class path of a processor. */
    static final Set<String> STANDARD =
            Set.of(
                    "OPERATION_NOT_FOUND",
                    "INVALID_OPERATION_TYPE",
                    "ACCESS_DENIED",
                    "VALIDATION_ERROR",
                    "TIMEOUT",
                    "ABORTED",
                    "UNAVAILABLE",
                    "OVERLOADED",
                    "EXECUTION_ERROR",
                    "UNKNOWN_ERROR");

    private static final String NONE = Mark.CODE + "Fails.None";

    private final TypeNames types;
    private final ParameterCheck parameters;
    private final Faults faults;

    ErrorCheck(TypeNames types, ParameterCheck parameters, Faults faults) {
        this.types = types;
        this.parameters = parameters;
        this.faults = faults;
    }

    void check(ExecutableElement method) {
        for (Mark fails : Mark.all(method, "Fails")) {
            TypeElement with =
                    fails.value("with") instanceof TypeMirror type ? types.element(type) : null;
            if (with == null || with.getQualifiedName().contentEquals(NONE)) {
                checkCode(method, Faults.place(method), fails);
            } else {
                check(method, fails, with);
            }
        }
        for (TypeMirror thrown : method.getThrownTypes()) {
            TypeElement type = types.element(thrown);
            Mark fails = type == null ? null : Mark.of(type, "Fails");
            if (type != null && fails != null) {
                check(method, fails, type);
            }
        }
    }

    private void checkCode(ExecutableElement method, String place, Mark fails) {
        String code = fails.text("code");
        int status = fails.value("httpStatus") instanceof Integer given ? given : 0;
        if (code.isBlank()) {
            faults.at(method, place, "an error needs a code");
        } else if (STANDARD.contains(code)) {
            faults.at(
                    method,
                    place,
                    code + " is a standard code; a declared error needs one of its own");
        } else if (status != 0 && (status < 400 || status > 599)) {
            faults.at(
                    method,
                    place,
                    "the HTTP status of " + code + " should be 400 to 599 but is " + status);
        }
    }

    private void check(ExecutableElement method, Mark fails, TypeElement type) {
        int before = faults.count();
        String place = Faults.place(method);
        checkCode(method, place + ": " + type.getSimpleName(), fails);
        checkDetails(type, place + ": ");
        if (faults.count() > before || !isChecked(type)) {
            return;
        }
        boolean named =
                method.getThrownTypes().stream()
                        .anyMatch(each -> types.isSubtype(type.asType(), each));
        if (Mark.of(method, "Subscription") != null) {
            faults.at(
                    method,
                    type.getSimpleName()
                            + " is checked, and items of a stream cannot throw it; make it a"
                            + " RuntimeException");
        } else if (!named) {
            faults.at(method, "it needs \"throws " + type.getSimpleName() + "\"");
        }
    }

    private boolean isChecked(TypeElement type) {
        for (TypeElement each = type; each != null; each = types.superclass(each)) {
            if (each.getQualifiedName().contentEquals("java.lang.RuntimeException")) {
                return false;
            }
        }
        return true;
    }

    /** The details are the parameters of the longest constructor. */
    private void checkDetails(TypeElement type, String around) {
        List<? extends VariableElement> given =
                ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                        .max(Comparator.comparingInt(each -> each.getParameters().size()))
                        .map(ExecutableElement::getParameters)
                        .orElse(List.of());
        List<? extends VariableElement> details = given.stream().filter(this::isDetail).toList();
        parameters.checkMembers(details, around);
        for (VariableElement detail : details) {
            if (!hasAccessor(type, detail)) {
                TypeElement declared = types.element(detail.asType());
                faults.at(
                        detail,
                        around + Faults.place(detail),
                        "there is no accessor or field of this name and type "
                                + (declared == null ? detail.asType() : declared.getSimpleName())
                                + ", from which the details are read");
            }
        }
    }

    private boolean isDetail(VariableElement parameter) {
        for (TypeElement each = types.element(parameter.asType());
                each != null;
                each = types.superclass(each)) {
            if (each.getQualifiedName().contentEquals("java.lang.Throwable")) {
                return false;
            }
        }
        return !parameter.getSimpleName().contentEquals("message")
                || !types.name(parameter.asType()).equals("java.lang.String");
    }

    private boolean hasAccessor(TypeElement type, VariableElement detail) {
        String name = detail.getSimpleName().toString();
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        Set<String> names = Set.of(name, "get" + capital, "is" + capital);
        for (@Nullable TypeElement each = type; each != null; each = types.superclass(each)) {
            boolean method =
                    ElementFilter.methodsIn(each.getEnclosedElements()).stream()
                            .anyMatch(
                                    found ->
                                            names.contains(found.getSimpleName().toString())
                                                    && found.getParameters().isEmpty()
                                                    && types.isSame(
                                                            found.getReturnType(),
                                                            detail.asType()));
            boolean field =
                    ElementFilter.fieldsIn(each.getEnclosedElements()).stream()
                            .anyMatch(
                                    found ->
                                            found.getSimpleName().contentEquals(name)
                                                    && types.isSame(
                                                            found.asType(), detail.asType()));
            if (method || field) {
                return true;
            }
        }
        return false;
    }
}
