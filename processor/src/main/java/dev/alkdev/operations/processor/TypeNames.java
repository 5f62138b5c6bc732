package dev.alkdev.operations.processor;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Looks into types as the compiler sees them. */
final class TypeNames {
    private final Types types;
    private final Elements elements;

    TypeNames(ProcessingEnvironment environment) {
        this.types = environment.getTypeUtils();
        this.elements = environment.getElementUtils();
    }

    /** The qualified name of a class, without what it holds; that of a primitive type. */
    String name(TypeMirror type) {
        TypeElement element = element(type);
        if (element != null) {
            return element.getQualifiedName().toString();
        }
        return type.getKind().isPrimitive() ? primitive(type) : "";
    }

    private static String primitive(TypeMirror type) {
        return type.getKind().name().toLowerCase(Locale.ROOT);
    }

    /** The name of a type as {@link Class#getTypeName} gives it when the program runs. */
    String runtimeName(TypeMirror type) {
        TypeMirror erased = types.erasure(type);
        if (erased instanceof ArrayType array) {
            return runtimeName(array.getComponentType()) + "[]";
        }
        TypeElement element = element(erased);
        return element == null ? primitive(erased) : elements.getBinaryName(element).toString();
    }

    @Nullable TypeElement element(TypeMirror type) {
        return type instanceof DeclaredType declared ? (TypeElement) declared.asElement() : null;
    }

    boolean isSame(TypeMirror one, TypeMirror other) {
        return types.isSameType(types.erasure(one), types.erasure(other));
    }

    boolean isSubtype(TypeMirror type, TypeMirror of) {
        return types.isSubtype(type, of);
    }

    @Nullable TypeElement superclass(TypeElement type) {
        return element(type.getSuperclass());
    }

    /** The type argument of a container; null if it has none. */
    @Nullable TypeMirror argument(TypeMirror type) {
        if (type instanceof DeclaredType declared && declared.getTypeArguments().size() == 1) {
            return bound(declared.getTypeArguments().getFirst());
        }
        return null;
    }

    private static TypeMirror bound(TypeMirror type) {
        if (type instanceof WildcardType wildcard) {
            TypeMirror lower = wildcard.getSuperBound();
            TypeMirror upper = wildcard.getExtendsBound();
            return lower != null ? lower : upper != null ? upper : type;
        }
        return type;
    }

    String unsaid(TypeMirror container) {
        TypeElement element = element(container);
        String name = element == null ? container.toString() : element.getSimpleName().toString();
        return name + " needs a type argument, as in " + name + "<String>";
    }

    /** Why values of a type cannot be written or read; empty if nothing can be seen. */
    String problem(TypeMirror type) {
        return problem(type, new HashSet<>());
    }

    private String problem(TypeMirror type, Set<String> seen) {
        return switch (type.getKind()) {
            case TYPEVAR ->
                    "its type "
                            + ((TypeVariable) type).asElement().getSimpleName()
                            + " is not known; write a class";
            case ARRAY -> problem(((ArrayType) type).getComponentType(), seen);
            case DECLARED -> ofClass((DeclaredType) type, seen);
            case WILDCARD ->
                    bound(type).getKind() == TypeKind.WILDCARD ? "" : problem(bound(type), seen);
            default -> "";
        };
    }

    private String ofClass(DeclaredType type, Set<String> seen) {
        for (TypeMirror argument : type.getTypeArguments()) {
            String problem = problem(argument, seen);
            if (!problem.isEmpty()) {
                return problem;
            }
        }
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        if (isForeign(element) || !seen.add(name)) {
            return "";
        }
        if (element.getModifiers().contains(Modifier.SEALED)) {
            return ofSealed(element, seen);
        }
        return element.getKind() == ElementKind.RECORD ? ofRecord(element, seen) : "";
    }

    /** Whether it is a class that Jackson knows by itself. */
    boolean isForeign(TypeElement element) {
        String name = element.getQualifiedName().toString();
        return name.startsWith("java.") || name.startsWith("tools.jackson.");
    }

    private String ofRecord(TypeElement element, Set<String> seen) {
        for (RecordComponentElement component : element.getRecordComponents()) {
            // Its own type variables are known where it is used.
            boolean open = component.asType().getKind() == TypeKind.TYPEVAR;
            String problem = open ? "" : problem(component.asType(), seen);
            if (!problem.isEmpty() && !problem.startsWith("its type ")) {
                return problem;
            }
        }
        return "";
    }

    private String ofSealed(TypeElement element, Set<String> seen) {
        boolean known =
                element.getAnnotationMirrors().stream()
                        .map(Mark::qualified)
                        .anyMatch(each -> each.contains(".jackson."));
        if (!known && element.getModifiers().contains(Modifier.ABSTRACT)) {
            return element.getSimpleName()
                    + " has several subtypes but no discriminator; add"
                    + " @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = \"type\") to"
                    + " it";
        }
        List<? extends TypeMirror> permitted = element.getPermittedSubclasses();
        return permitted.stream()
                .map(each -> problem(each, seen))
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
    }
}
