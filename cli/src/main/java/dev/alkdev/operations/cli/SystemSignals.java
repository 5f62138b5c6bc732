package dev.alkdev.operations.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Signals by {@code sun.misc.Signal}, which the JDK supports without declaring it: by reflection,
 * since the compiler has a warning for it that nothing can silence.
 */
final class SystemSignals {
    private SystemSignals() {}

    static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler handling =
                    (proxy, method, arguments) ->
                            handle(proxy, method.getName(), arguments, action);
            Object proxy =
                    Proxy.newProxyInstance(
                            SystemSignals.class.getClassLoader(),
                            new Class<?>[] {handler},
                            handling);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException e) {
            // No such signal here, or the JVM keeps it for itself: it does what it always does.
            return;
        }
    }

    private static Object handle(Object proxy, String method, Object[] arguments, Runnable action) {
        return switch (method) {
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "SystemSignals";
            default -> {
                action.run();
                yield 0;
            }
        };
    }
}
