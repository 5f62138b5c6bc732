package dev.alkdev.operations.code;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.TypedDeclaration;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes operations of objects whose classes, or the interfaces of these, have {@link Operations}.
 *
 * <pre>{@code
 * registry.registerAll(AnnotatedOperations.of(new Tasks()));
 * }</pre>
 */
public final class AnnotatedOperations {
    private AnnotatedOperations() {}

    /**
     * The operations of objects, for {@link OperationRegistry#registerAll}.
     *
     * @throws IllegalArgumentException if a class is declared wrongly, with a sentence for each
     *     fault
     */
    public static List<OperationBinding> of(Object... instances) {
        List<OperationBinding> all = new ArrayList<>();
        for (Object instance : instances) {
            all.addAll(bindings(null, instance));
        }
        return List.copyOf(all);
    }

    /** As {@link #of}, in another namespace than that of the class. */
    public static List<OperationBinding> in(String namespace, Object instance) {
        return List.copyOf(bindings(namespace, instance));
    }

    /** Whether a class, or what it extends or implements, has {@link Operations}. */
    public static boolean areIn(Class<?> type) {
        return ClassPlan.isMarked(type);
    }

    private static List<OperationBinding> bindings(@Nullable String namespace, Object instance) {
        List<OperationBinding> all = new ArrayList<>();
        Map<String, Method> bound = new HashMap<>();
        Faults faults = new Faults();
        OverriddenAccess overridden = new OverriddenAccess(instance.getClass());
        for (Class<?> type : ClassPlan.typesOf(instance.getClass())) {
            ClassPlan plan = ClassPlan.of(type);
            Operations marking = plan.marking();
            String prefix = (namespace == null ? marking.value() : namespace) + ".";
            for (MethodPlan method : plan.methods()) {
                if (method.pages() != null) {
                    // A way of clients to call an operation, not one of its own.
                    continue;
                }
                String id = prefix + method.marking().name();
                Method other = bound.putIfAbsent(id, method.method());
                if (other != null) {
                    checkOverrides(other, method.method(), id, faults);
                    continue;
                }
                overridden.check(method, faults);
                OperationBinding binding =
                        faults.attempt(
                                Faults.place(method.method()),
                                () -> bind(id, marking, method, instance));
                if (binding != null) {
                    all.add(binding);
                }
            }
        }
        faults.report();
        return all;
    }

    /** A method that is annotated in a class and in its interface is one operation. */
    private static void checkOverrides(Method bound, Method other, String id, Faults faults) {
        if (!ClassPlan.overrides(bound, other)) {
            faults.add(
                    Faults.place(other),
                    "another method is " + id + " as well; give one another name");
        }
    }

    private static OperationBinding bind(
            String id, Operations marking, MethodPlan plan, Object instance) {
        MethodHandler handler = new MethodHandler(plan, instance);
        JsonForm<@Nullable Object[]> input = plan.parameters().form();
        JsonForm<Object> output = JsonForm.output(plan.returned().data());
        return switch (plan.marking().type()) {
            case QUERY ->
                    described(Operation.query(id, input, output), marking, plan)
                            .handledBy(handler::handle)
                            .binding();
            case MUTATION ->
                    described(Operation.mutation(id, input, output), marking, plan)
                            .handledBy(handler::handle)
                            .binding();
            case SUBSCRIPTION ->
                    described(Operation.subscription(id, input, output), marking, plan)
                            .handledBy(handler.streaming())
                            .binding();
        };
    }

    private static <H, R> TypedDeclaration<H, R> described(
            TypedDeclaration<H, R> declaration, Operations marking, MethodPlan plan) {
        Marking own = plan.marking();
        if (computes(plan.method())) {
            declaration.computing();
        }
        declaration.version(marking.version()).describedAs(own.description()).access(own.access());
        if (!own.title().isEmpty()) {
            declaration.title(own.title());
        }
        Set<String> tags = new LinkedHashSet<>(List.of(marking.tags()));
        tags.addAll(own.tags());
        declaration.tags(tags.toArray(new String[0]));
        for (ErrorSpec error : plan.undetailed()) {
            declaration.fails(error);
        }
        for (DeclaredError error : plan.errors()) {
            declaration.fails(error.spec());
        }
        return declaration;
    }

    private static boolean computes(Method method) {
        return method.isAnnotationPresent(Computes.class)
                || method.getDeclaringClass().isAnnotationPresent(Computes.class);
    }
}
