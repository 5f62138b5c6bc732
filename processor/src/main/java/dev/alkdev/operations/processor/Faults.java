package dev.alkdev.operations.processor;

import java.util.Objects;

import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.tools.Diagnostic;

/** Reports what is wrong, at its place, in the words of the registration. */
final class Faults {
    private final Messager messager;
    private int count;

    Faults(Messager messager) {
        this.messager = messager;
    }

    void at(Element element, String reason) {
        at(element, place(element), reason);
    }

    /** As {@link #at(Element, String)}, for what belongs to something else. */
    void at(Element element, String place, String reason) {
        count++;
        messager.printMessage(Diagnostic.Kind.ERROR, place + ": " + reason, element);
    }

    int count() {
        return count;
    }

    /** What a member of a class, or a parameter, belongs to. */
    static Element around(Element element) {
        return Objects.requireNonNull(element.getEnclosingElement());
    }

    static String place(Element element) {
        if (element instanceof VariableElement) {
            return place(around(element)) + ", parameter " + element.getSimpleName();
        }
        String name = element.getSimpleName().toString();
        return switch (element.getKind()) {
            case METHOD -> around(element).getSimpleName() + "." + name;
            case CONSTRUCTOR -> around(element).getSimpleName().toString();
            default -> name;
        };
    }
}
