package dev.alkdev.operations.processor;

import java.util.Set;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Warns about constraints of Jakarta Validation that JSON Schema cannot express. */
final class ConstraintCheck {
    private static final String PACKAGE = "jakarta.validation.constraints.";

    private static final Set<String> EXPRESSED =
            Set.of(
                    "AssertFalse",
                    "AssertTrue",
                    "DecimalMax",
                    "DecimalMin",
                    "Digits",
                    "Email",
                    "Max",
                    "Min",
                    "Negative",
                    "NegativeOrZero",
                    "NotBlank",
                    "NotEmpty",
                    "NotNull",
                    "Pattern",
                    "Positive",
                    "PositiveOrZero",
                    "Size");

    private final Faults faults;

    ConstraintCheck(Faults faults) {
        this.faults = faults;
    }

    void check(Element member) {
        for (AnnotationMirror annotation : member.getAnnotationMirrors()) {
            String name =
                    ((TypeElement) annotation.getAnnotationType().asElement())
                            .getQualifiedName()
                            .toString();
            // A repeated constraint is in a list, such as Size.List.
            String constraint = name.replace(".List", "");
            if (constraint.startsWith(PACKAGE)
                    && !EXPRESSED.contains(constraint.substring(PACKAGE.length()))) {
                faults.warn(
                        member,
                        "@"
                                + constraint.substring(PACKAGE.length())
                                + " is not checked, because JSON Schema has no keyword for it;"
                                + " check it in the method");
            }
        }
    }
}
