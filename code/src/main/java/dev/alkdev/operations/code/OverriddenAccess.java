package dev.alkdev.operations.code;

import dev.alkdev.operations.AccessControl;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the access of operations whose method is annotated in several classes or interfaces of an
 * object. Only one declaration determines the access of the operation, and it must be at least as
 * strict as the others. Otherwise, repeating an annotation without its scopes would open the
 * operation to everyone.
 */
final class OverriddenAccess {
    private final List<Class<?>> types;
    private final List<Method> bridges = new ArrayList<>();

    OverriddenAccess(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        collect(type, all);
        this.types = List.copyOf(all);
        for (Class<?> each : types) {
            Arrays.stream(each.getDeclaredMethods()).filter(Method::isBridge).forEach(bridges::add);
        }
    }

    private static void collect(Class<?> type, Set<Class<?>> all) {
        all.add(type);
        if (type.getSuperclass() != null) {
            collect(type.getSuperclass(), all);
        }
        for (Class<?> each : type.getInterfaces()) {
            collect(each, all);
        }
    }

    /** Reports an annotation of the same method that requires more than the operation. */
    void check(MethodPlan operation, Faults faults) {
        Method method = operation.method();
        types.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(ClassPlan::isMarked)
                .filter(other -> isSame(method, other))
                .filter(other -> requiresMore(other, operation.marking().access()))
                .findFirst()
                .ifPresent(
                        other ->
                                faults.add(
                                        Faults.place(method),
                                        "it requires less access than "
                                                + Faults.place(other)
                                                + ", which is the same method; repeat that access,"
                                                + " or require more"));
    }

    private static boolean requiresMore(Method method, AccessControl access) {
        return ClassPlan.marked(method).stream()
                .anyMatch(marking -> !access.requiresAtLeast(marking.access()));
    }

    /** Whether one method overrides the other, or both are implemented by one method. */
    private boolean isSame(Method one, Method other) {
        return !one.equals(other)
                && one.getName().equals(other.getName())
                && ClassPlan.isInherited(one)
                && ClassPlan.isInherited(other)
                && (ClassPlan.sameParameters(one, other)
                        || isBridged(one, other)
                        || isBridged(other, one));
    }

    /** Whether a bridge with the parameters of a generic method leads to a method. */
    private boolean isBridged(Method generic, Method method) {
        return bridges.stream()
                .filter(bridge -> bridge.getName().equals(method.getName()))
                .filter(bridge -> ClassPlan.sameParameters(bridge, generic))
                .anyMatch(bridge -> accepts(bridge, method));
    }

    private static boolean accepts(Method bridge, Method method) {
        Class<?>[] general = bridge.getParameterTypes();
        Class<?>[] special = method.getParameterTypes();
        if (general.length != special.length) {
            return false;
        }
        for (int i = 0; i < general.length; i++) {
            if (!general[i].isAssignableFrom(special[i])) {
                return false;
            }
        }
        return true;
    }
}
