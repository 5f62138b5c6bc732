package dev.alkdev.operations.code;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.schema.TypedMember;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A declared failure and its exception class: which of its constructor's parameters are details,
 * and how they are read.
 */
final class DeclaredError {
    private final ErrorSpec spec;
    private final Class<? extends Exception> type;
    private final Constructor<?> constructor;
    private final Role[] roles;
    private final ParameterForm details;
    private final Handles.Accessor[] accessors;

    /** What a parameter of the constructor is. */
    private enum Role {
        DETAIL,
        MESSAGE,
        CAUSE
    }

    private DeclaredError(
            Fails fails, Class<? extends Exception> type, Constructor<?> made, Faults faults) {
        this.type = type;
        Handles.open(made);
        this.constructor = made;
        this.roles =
                Arrays.stream(made.getParameters()).map(DeclaredError::role).toArray(Role[]::new);
        List<Parameter> given =
                Arrays.stream(made.getParameters())
                        .filter(parameter -> role(parameter) == Role.DETAIL)
                        .toList();
        List<TypedMember> members = Parameters.members(given, faults);
        this.details =
                new ParameterForm(type.getSimpleName(), members == null ? List.of() : members);
        this.accessors = accessors(type, given, faults);
        this.spec = spec(fails);
    }

    /** The failure as a spec has it, with details of any kind. */
    static ErrorSpec spec(Fails fails) {
        ErrorSpec spec = ErrorSpec.of(fails.code(), fails.description());
        return fails.httpStatus() == 0 ? spec : spec.withHttpStatus(fails.httpStatus());
    }

    /** Reads an exception class; null if there are faults. */
    static @Nullable DeclaredError of(
            Fails fails, Class<? extends Exception> type, String place, Faults faults) {
        Faults own = new Faults();
        Constructor<?> longest =
                Arrays.stream(type.getDeclaredConstructors())
                        .max(Comparator.comparingInt(Constructor::getParameterCount))
                        .orElseThrow();
        DeclaredError error =
                own.attempt(
                        type.getSimpleName(), () -> new DeclaredError(fails, type, longest, own));
        faults.addAll(place, own);
        return own.count() > 0 ? null : error;
    }

    private static Role role(Parameter parameter) {
        if (Throwable.class.isAssignableFrom(parameter.getType())) {
            return Role.CAUSE;
        }
        return parameter.getType() == String.class && parameter.getName().equals("message")
                ? Role.MESSAGE
                : Role.DETAIL;
    }

    private static Handles.Accessor[] accessors(
            Class<?> type, List<Parameter> details, Faults faults) {
        List<Handles.Accessor> found = new ArrayList<>();
        for (Parameter detail : details) {
            Handles.Accessor accessor =
                    faults.attempt(
                            Faults.place(detail),
                            () -> Handles.accessor(type, detail.getName(), detail.getType()));
            if (accessor != null) {
                found.add(accessor);
            }
        }
        return found.toArray(Handles.Accessor[]::new);
    }

    String code() {
        return spec.code();
    }

    /** The failure as a spec has it, with the schema of its details. */
    ErrorSpec spec() {
        return details.isEmpty() ? spec : spec.withSchema(details.schema());
    }

    Class<? extends Exception> type() {
        return type;
    }

    boolean isChecked() {
        return !RuntimeException.class.isAssignableFrom(type);
    }

    /** The failure that a caller gets for an exception of a handler. */
    CallException toCall(Throwable thrown) {
        String message = thrown.getMessage();
        CallException failure =
                new CallException(spec.code(), message == null ? spec.description() : message);
        CallException detailed =
                details.isEmpty() ? failure : failure.withDetails(details.write(values(thrown)));
        detailed.initCause(thrown);
        return detailed;
    }

    private @Nullable Object[] values(Throwable thrown) {
        @Nullable Object[] values = new Object[accessors.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = accessors[i].read(thrown);
        }
        return values;
    }

    /**
     * The exception for a failure.
     *
     * @return the failure itself if its details are not those of the exception
     */
    Exception toException(CallException failure) {
        try {
            JsonNode json = failure.details().orElse(null);
            if (!details.isEmpty() && (json == null || !details.schema().accepts(json))) {
                return failure;
            }
            Exception made = (Exception) constructor.newInstance(arguments(json, failure));
            if (made.getCause() == null && Arrays.stream(roles).noneMatch(r -> r == Role.CAUSE)) {
                made.initCause(failure);
            }
            return made;
        } catch (JacksonException | IllegalStateException noDetails) {
            return failure;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            failure.addSuppressed(e);
            return failure;
        } catch (ReflectiveOperationException | RuntimeException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    private @Nullable Object[] arguments(@Nullable JsonNode json, CallException failure) {
        @Nullable Object[] values = json == null ? new Object[0] : details.read(json);
        @Nullable Object[] arguments = new Object[roles.length];
        int next = 0;
        for (int i = 0; i < roles.length; i++) {
            arguments[i] =
                    switch (roles[i]) {
                        case DETAIL -> values[next++];
                        case MESSAGE -> failure.getMessage();
                        case CAUSE -> failure;
                    };
        }
        return arguments;
    }
}
