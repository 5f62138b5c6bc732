package dev.alkdev.operations.processor;

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

    /** Reports a problem that does not prevent the registration. */
    void warn(Element element, String reason) {
        messager.printMessage(Diagnostic.Kind.WARNING, place(element) + ": " + reason, element);
    }

    int count() {
        return count;
    }

    static String place(Element element) {
        String name = element.getSimpleName().toString();
        Element outer = element.getEnclosingElement();
        if (outer == null) {
            return name;
        }
        if (element instanceof VariableElement) {
            return place(outer) + ", parameter " + name;
        }
        return switch (element.getKind()) {
            case METHOD -> outer.getSimpleName() + "." + name;
            case CONSTRUCTOR -> outer.getSimpleName().toString();
            default -> name;
        };
    }
}
