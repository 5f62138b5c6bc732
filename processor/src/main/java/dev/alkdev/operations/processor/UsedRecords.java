package dev.alkdev.operations.processor;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.Set;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Finds the records of which the inputs and outputs of operations are made. */
final class UsedRecords {
    private final TypeNames types;
    private final Set<TypeElement> seen = new LinkedHashSet<>();

    UsedRecords(ProcessingEnvironment environment) {
        this.types = new TypeNames(environment);
    }

    /** Those of the operations of a class, and those within them. */
    Set<TypeElement> of(TypeElement type) {
        for (ExecutableElement method : TypeCheck.marked(type)) {
            add(method.getReturnType());
            for (VariableElement parameter : method.getParameters()) {
                add(parameter.asType());
            }
        }
        Set<TypeElement> records = new LinkedHashSet<>(seen);
        records.removeIf(each -> each.getKind() != ElementKind.RECORD);
        return records;
    }

    private void add(TypeMirror type) {
        if (type instanceof ArrayType array) {
            add(array.getComponentType());
        } else if (type instanceof WildcardType wildcard) {
            addBound(wildcard.getExtendsBound());
            addBound(wildcard.getSuperBound());
        } else if (type instanceof DeclaredType declared) {
            declared.getTypeArguments().forEach(this::add);
            add((TypeElement) declared.asElement());
        }
    }

    private void addBound(@Nullable TypeMirror bound) {
        if (bound != null) {
            add(bound);
        }
    }

    private void add(TypeElement type) {
        if (types.isForeign(type) || !seen.add(type)) {
            return;
        }
        for (RecordComponentElement component : type.getRecordComponents()) {
            add(component.asType());
        }
        type.getPermittedSubclasses().forEach(this::add);
    }
}
