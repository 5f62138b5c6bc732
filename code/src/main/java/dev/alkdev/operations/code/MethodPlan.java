package dev.alkdev.operations.code;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.JavaTypes;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A method that is an operation, read once: what a handler and a client of it need.
 *
 * @param undetailed declared failures without an exception class of their own
 * @param pages how a client reads page after page; null if it does not
 */
record MethodPlan(
        Method method,
        Marking marking,
        Parameters parameters,
        Returned returned,
        List<DeclaredError> errors,
        List<ErrorSpec> undetailed,
        @Nullable Pages pages) {

    /** Reads a method; null if there are faults. */
    static @Nullable MethodPlan of(Method method, Faults faults) {
        int before = faults.count();
        String place = Faults.place(method);
        List<Marking> markings = faults.attempt(place, () -> Marking.of(method));
        if (markings != null && markings.size() > 1) {
            faults.add(place, "it is one of @Query, @Mutation and @Subscription, not several");
        }
        if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
            faults.add(place, "it is private or static; an operation is a method of an object");
        }
        Parameters parameters = Parameters.of(method, faults);
        if (markings == null || markings.size() != 1 || parameters == null) {
            return null;
        }
        Marking marking = markings.getFirst();
        Returned returned =
                faults.attempt(place, () -> returned(method, marking.type(), parameters));
        Pages pages =
                method.isAnnotationPresent(Paged.class)
                        ? faults.attempt(place, () -> pages(method, parameters))
                        : null;
        List<DeclaredError> errors = new ArrayList<>();
        List<ErrorSpec> undetailed = new ArrayList<>();
        addErrors(method, errors, undetailed, faults);
        return returned == null || faults.count() > before
                ? null
                : new MethodPlan(method, marking, parameters, returned, errors, undetailed, pages);
    }

    private static void addErrors(
            Method method, List<DeclaredError> errors, List<ErrorSpec> undetailed, Faults faults) {
        String place = Faults.place(method);
        for (Fails fails : declared(method)) {
            if (fails.with() == Fails.None.class) {
                ErrorSpec spec = faults.attempt(place, () -> DeclaredError.spec(fails));
                if (spec != null) {
                    undetailed.add(spec);
                }
            } else {
                add(fails, fails.with(), method, errors, faults);
            }
        }
        for (Class<?> thrown : method.getExceptionTypes()) {
            Fails fails = thrown.getAnnotation(Fails.class);
            if (fails != null) {
                add(fails, thrown.asSubclass(Exception.class), method, errors, faults);
            }
        }
    }

    /** As {@code getAnnotationsByType}, without its look at the annotations of the annotation. */
    private static List<Fails> declared(Method method) {
        List<Fails> all = new ArrayList<>();
        Fails one = method.getAnnotation(Fails.class);
        if (one != null) {
            all.add(one);
        }
        Fails.All several = method.getAnnotation(Fails.All.class);
        if (several != null) {
            all.addAll(List.of(several.value()));
        }
        return all;
    }

    private static Pages pages(Method method, Parameters parameters) {
        if (!method.getDeclaringClass().isInterface() || !method.isAnnotationPresent(Query.class)) {
            throw new IllegalArgumentException(
                    "@Paged is for a @Query of an interface, whose clients read page after page");
        }
        Paged paged = Objects.requireNonNull(method.getAnnotation(Paged.class));
        return Pages.of(paged, parameters.form()::schema);
    }

    private static Returned returned(Method method, OperationType type, Parameters parameters) {
        boolean streams = type == OperationType.SUBSCRIPTION;
        Returned returned;
        if (method.isAnnotationPresent(Paged.class) && type == OperationType.QUERY) {
            returned = Returned.paged(method.getGenericReturnType());
        } else if (parameters.emitted() == null) {
            returned =
                    streams
                            ? Returned.stream(method.getGenericReturnType())
                            : Returned.single(method.getGenericReturnType(), type);
        } else if (!streams || method.getReturnType() != void.class) {
            throw new IllegalArgumentException(
                    "an Emitter is for a @Subscription that returns nothing");
        } else {
            returned = Returned.emitted(parameters.emitted());
        }
        Class<?> data = JavaTypes.raw(returned.data());
        if (data != void.class && data != Void.class) {
            Schema.requireReadable(returned.data());
        }
        return returned;
    }

    private static void add(
            Fails fails,
            Class<? extends Exception> type,
            Method method,
            List<DeclaredError> errors,
            Faults faults) {
        String place = Faults.place(method);
        DeclaredError error = DeclaredError.of(fails, type, place, faults);
        if (error == null) {
            return;
        }
        boolean named =
                Arrays.stream(method.getExceptionTypes())
                        .anyMatch(each -> each.isAssignableFrom(type));
        if (error.isChecked() && method.isAnnotationPresent(Subscription.class)) {
            faults.add(
                    place,
                    type.getSimpleName()
                            + " is checked, and items of a stream cannot throw it; make it a"
                            + " RuntimeException");
        } else if (error.isChecked() && !named) {
            faults.add(place, "it needs \"throws " + type.getSimpleName() + "\"");
        }
        errors.add(error);
    }

    boolean isStream() {
        return marking.type() == OperationType.SUBSCRIPTION;
    }
}
