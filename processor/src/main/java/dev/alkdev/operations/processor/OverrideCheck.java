package dev.alkdev.operations.processor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Checks that a method requires at least the access of the annotated methods it overrides. */
final class OverrideCheck {
    private final TypeElement type;
    private final Types types;
    private final Elements elements;
    private final Faults faults;

    OverrideCheck(TypeElement type, ProcessingEnvironment environment, Faults faults) {
        this.type = type;
        this.types = environment.getTypeUtils();
        this.elements = environment.getElementUtils();
        this.faults = faults;
    }

    /** The access that an annotation requires. */
    private record Access(Set<String> scopes, Set<String> anyScope, String resource) {
        static Access of(Mark mark) {
            return new Access(
                    texts(mark, "scopes"), texts(mark, "anyScope"), mark.text("resource"));
        }

        private static Set<String> texts(Mark mark, String member) {
            return mark.value(member) instanceof List<?> list
                    ? list.stream().map(Mark::text).collect(Collectors.toSet())
                    : Set.of();
        }

        boolean requiresAtLeast(Access other) {
            boolean oneOf =
                    other.anyScope.isEmpty()
                            || other.anyScope.stream().anyMatch(scopes::contains)
                            || (!anyScope.isEmpty() && other.anyScope.containsAll(anyScope));
            return oneOf
                    && other.scopes.stream().allMatch(this::requires)
                    && (other.resource.isEmpty() || other.resource.equals(resource));
        }

        private boolean requires(String scope) {
            return scopes.contains(scope) || anyScope.equals(Set.of(scope));
        }
    }

    void check(ExecutableElement method) {
        List<Mark> marks = TypeCheck.marks(method);
        if (marks.size() != 1) {
            return;
        }
        Access access = Access.of(marks.getFirst());
        supertypes().stream()
                .flatMap(above -> TypeCheck.marked(above).stream())
                .filter(inherited -> elements.overrides(method, inherited, type))
                .filter(inherited -> requiresMore(inherited, access))
                .findFirst()
                .ifPresent(
                        inherited ->
                                faults.at(
                                        method,
                                        "it requires less access than "
                                                + Faults.place(inherited)
                                                + ", which is the same method; repeat that access,"
                                                + " or require more"));
    }

    private static boolean requiresMore(ExecutableElement method, Access access) {
        return TypeCheck.marks(method).stream()
                .anyMatch(mark -> !access.requiresAtLeast(Access.of(mark)));
    }

    private Set<TypeElement> supertypes() {
        Set<TypeElement> all = new LinkedHashSet<>();
        collect(type.asType(), all);
        return all;
    }

    private void collect(TypeMirror of, Set<TypeElement> all) {
        for (TypeMirror above : types.directSupertypes(of)) {
            if (types.asElement(above) instanceof TypeElement element && all.add(element)) {
                collect(above, all);
            }
        }
    }
}
