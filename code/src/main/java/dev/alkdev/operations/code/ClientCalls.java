package dev.alkdev.operations.code;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationContext;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Turns the methods of a client into calls. */
final class ClientCalls implements InvocationHandler {
    private static final ClassValue<Map<Method, ClientMethod>> METHODS =
            new ClassValue<>() {
                @Override
                protected Map<Method, ClientMethod> computeValue(Class<?> type) {
                    return read(type);
                }
            };

    private final Class<?> type;
    private final CallTarget target;
    private final Map<Method, ClientMethod> methods;
    private final @Nullable Consumer<CallBuilder> options;

    private ClientCalls(Class<?> type, CallTarget target, @Nullable Consumer<CallBuilder> options) {
        this.type = type;
        this.target = target;
        this.methods = methods(type);
        this.options = options;
    }

    static <T> T bind(Class<T> type, CallTarget target) {
        return type.cast(new ClientCalls(type, target, null).proxy());
    }

    private Object proxy() {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
    }

    /**
     * The methods of an interface.
     *
     * @throws IllegalArgumentException with all its faults
     */
    static Map<Method, ClientMethod> methods(Class<?> type) {
        return METHODS.get(type);
    }

    private static Map<Method, ClientMethod> read(Class<?> type) {
        if (!type.isInterface()) {
            throw new IllegalArgumentException(
                    type.getSimpleName() + ": it is a class; a client is made of an interface");
        }
        Map<Method, ClientMethod> methods = new HashMap<>();
        for (Class<?> marked : ClassPlan.typesOf(type)) {
            ClassPlan plan = ClassPlan.of(marked);
            for (MethodPlan method : plan.methods()) {
                String id = plan.marking().value() + "." + method.marking().name();
                methods.put(method.method(), new ClientMethod(id, method));
            }
        }
        Faults faults = new Faults();
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())
                    && !methods.containsKey(method)
                    && !isClose(method)) {
                faults.add(
                        Faults.place(method),
                        "it needs @Query, @Mutation or @Subscription, or a body");
            }
        }
        faults.report();
        return Map.copyOf(methods);
    }

    private static boolean isClose(Method method) {
        return method.getName().equals("close") && method.getParameterCount() == 0;
    }

    static boolean isClient(Object object) {
        return Proxy.isProxyClass(object.getClass())
                && Proxy.getInvocationHandler(object) instanceof ClientCalls;
    }

    /**
     * What is behind a client.
     *
     * @throws IllegalArgumentException if it is none
     */
    static ClientCalls of(Object client) {
        if (Proxy.isProxyClass(client.getClass())
                && Proxy.getInvocationHandler(client) instanceof ClientCalls calls) {
            return calls;
        }
        throw new IllegalArgumentException(
                client.getClass().getSimpleName() + " is not a client of Clients.bind");
    }

    <T> T with(T client, Consumer<CallBuilder> more) {
        Consumer<CallBuilder> all = options == null ? more : options.andThen(more);
        @SuppressWarnings("unchecked")
        Class<T> same = (Class<T>) client.getClass();
        return same.cast(new ClientCalls(type, target, all).proxy());
    }

    void close() {
        target.close();
    }

    CallTarget target() {
        return target;
    }

    /** Creates a call with the client's options, which are applied to each call anew. */
    Call call(String id, JsonNode input) {
        return options == null ? Call.of(id, input) : options(null).to(id, input);
    }

    /** As {@link #call}, to be changed, and in the course of another call if there is one. */
    CallBuilder options(@Nullable OperationContext context) {
        CallBuilder builder = target.options(context);
        if (options != null) {
            options.accept(builder);
        }
        return builder;
    }

    @Override
    public @Nullable Object invoke(
            Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        ClientMethod operation = methods.get(method);
        if (operation != null) {
            return operation.invoke(this, arguments);
        }
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "client of " + type.getSimpleName();
            default -> {
                close();
                yield null;
            }
        };
    }
}
