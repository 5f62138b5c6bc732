package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A class or interface with {@link Operations}, read once. */
record ClassPlan(Operations marking, List<MethodPlan> methods) {
    private static final ClassValue<ClassPlan> PLANS =
            new ClassValue<>() {
                @Override
                protected ClassPlan computeValue(Class<?> type) {
                    return read(type);
                }
            };

    ClassPlan {
        methods = List.copyOf(methods);
    }

    /**
     * The plan of a class or interface.
     *
     * @throws IllegalArgumentException with all its faults
     */
    static ClassPlan of(Class<?> type) {
        return PLANS.get(type);
    }

    /**
     * The classes and interfaces with {@link Operations} that an object has: its own class, or what
     * that extends and implements.
     *
     * @throws IllegalArgumentException if there is none
     */
    static List<Class<?>> typesOf(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type, found);
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getSimpleName()
                            + ": neither it nor what it extends or implements has"
                            + " @Operations(\"namespace\")");
        }
        return List.copyOf(found);
    }

    /** Whether there are types that {@link #typesOf} gives. */
    static boolean isMarked(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type, found);
        return !found.isEmpty();
    }

    private static void collect(@Nullable Class<?> type, Set<Class<?>> found) {
        if (type == null) {
            return;
        }
        if (type.isAnnotationPresent(Operations.class)) {
            found.add(type);
        }
        collect(type.getSuperclass(), found);
        for (Class<?> each : type.getInterfaces()) {
            collect(each, found);
        }
    }

    private static ClassPlan read(Class<?> type) {
        Operations marking = type.getAnnotation(Operations.class);
        if (marking == null) {
            throw new IllegalArgumentException(
                    type.getSimpleName() + ": it needs @Operations(\"namespace\")");
        }
        Faults faults = new Faults();
        List<MethodPlan> plans = new ArrayList<>();
        List<Method> methods = methods(type);
        for (Method method : methods) {
            MethodPlan plan = MethodPlan.of(method, faults);
            if (plan != null) {
                plans.add(plan);
            }
        }
        if (methods.isEmpty() && typesOf(type).size() == 1) {
            faults.add(
                    type.getSimpleName(),
                    "none of its methods has @Query, @Mutation or @Subscription");
        }
        checkNames(marking, methods, faults);
        faults.report();
        return new ClassPlan(marking, plans);
    }

    /** The annotated methods, in the order of their names: reflection has none. */
    private static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        addMethods(type, found);
        found.sort(new ByName());
        return found;
    }

    private static void addMethods(Class<?> type, List<Method> found) {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isBridge()
                    && !method.isSynthetic()
                    && isMarked(method)
                    && found.stream().noneMatch(known -> overrides(known, method))) {
                found.add(method);
            }
        }
        addInherited(type.getSuperclass(), found);
        if (type.isInterface()) {
            for (Class<?> each : type.getInterfaces()) {
                addInherited(each, found);
            }
        }
    }

    /**
     * Whether a method of a class or interface overrides a method of one of its supertypes. Bridge
     * methods of the overriding type have the erased parameters of a generic supertype.
     */
    static boolean overrides(Method method, Method inherited) {
        Class<?> type = method.getDeclaringClass();
        if (type == inherited.getDeclaringClass()
                || !inherited.getDeclaringClass().isAssignableFrom(type)
                || !method.getName().equals(inherited.getName())
                || !isInherited(inherited)) {
            return false;
        }
        return sameParameters(method, inherited)
                || Arrays.stream(type.getDeclaredMethods())
                        .filter(Method::isBridge)
                        .filter(bridge -> bridge.getName().equals(inherited.getName()))
                        .anyMatch(bridge -> sameParameters(bridge, inherited));
    }

    static boolean isInherited(Method method) {
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers());
    }

    static boolean sameParameters(Method one, Method other) {
        return Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    private static void addInherited(@Nullable Class<?> type, List<Method> found) {
        // One that is marked itself has a plan of its own.
        if (type != null && type != Object.class && !type.isAnnotationPresent(Operations.class)) {
            addMethods(type, found);
        }
    }

    private static final class ByName implements Comparator<Method> {
        @Override
        public int compare(Method one, Method other) {
            int order = one.getName().compareTo(other.getName());
            if (order == 0) {
                order = Integer.compare(one.getParameterCount(), other.getParameterCount());
            }
            return order == 0 ? one.toString().compareTo(other.toString()) : order;
        }
    }

    static boolean isMarked(Method method) {
        return method.isAnnotationPresent(Query.class)
                || method.isAnnotationPresent(Mutation.class)
                || method.isAnnotationPresent(Subscription.class);
    }

    private static void checkNames(Operations marking, List<Method> methods, Faults faults) {
        Map<String, Method> known = new HashMap<>();
        for (Method method : methods) {
            List<Marking> markings = marked(method);
            if (markings.size() != 1) {
                continue;
            }
            String id = marking.value() + "." + markings.getFirst().name();
            String place = Faults.place(method);
            faults.attempt(place, () -> OperationSpec.query(id));
            // A client may call one operation in several ways; two handlers are one too many.
            if (known.putIfAbsent(id, method) != null
                    && !method.getDeclaringClass().isInterface()) {
                faults.add(place, "another method is " + id + " as well; give one another name");
            }
        }
    }

    /** The annotations of a method; empty if they are wrong, which {@link #of} reports. */
    static List<Marking> marked(Method method) {
        try {
            return Marking.of(method);
        } catch (IllegalArgumentException reportedAlready) {
            return List.of();
        }
    }
}
