package dev.alkdev.operations.processor;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Stream;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** An annotation of an element, read without its class. */
record Mark(AnnotationMirror mirror) {
    static final String CODE = "dev.alkdev.operations.code.";

    /** The annotation of this name; null if there is none. */
    static @Nullable Mark of(Element element, String name) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (qualified(mirror).equals(CODE + name)) {
                return new Mark(mirror);
            }
        }
        return null;
    }

    /** Those of an annotation that may be repeated. */
    static List<Mark> all(Element element, String name) {
        Mark one = of(element, name);
        Mark several = of(element, name + ".All");
        return Stream.concat(
                        Stream.ofNullable(one),
                        several == null ? Stream.empty() : several.marks().stream())
                .toList();
    }

    private List<Mark> marks() {
        return value("value") instanceof List<?> list
                ? list.stream()
                        .map(
                                each ->
                                        new Mark(
                                                (AnnotationMirror)
                                                        ((AnnotationValue) each).getValue()))
                        .toList()
                : List.of();
    }

    static String qualified(AnnotationMirror mirror) {
        return ((TypeElement) mirror.getAnnotationType().asElement()).getQualifiedName().toString();
    }

    /** What is given; null if it is not. */
    @Nullable Object value(String member) {
        for (var each : mirror.getElementValues().entrySet()) {
            if (each.getKey().getSimpleName().contentEquals(member)) {
                return each.getValue().getValue();
            }
        }
        return null;
    }

    /** An element of an array of texts. */
    static String text(Object element) {
        return String.valueOf(((AnnotationValue) element).getValue());
    }

    /** A text; empty if none is given. */
    String text(String member) {
        return value(member) instanceof String text ? text : "";
    }
}
