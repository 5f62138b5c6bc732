package dev.alkdev.operations.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Reports the signals that people and service managers send to a process. */
@FunctionalInterface
interface Signals {
    /**
     * Runs an action, on a thread of its own, each time a signal arrives, instead of what would
     * happen otherwise. Does nothing where there is no such signal.
     *
     * @param name as {@code HUP}
     */
    void on(String name, Runnable action);

    /**
     * Those that the operating system sends, by {@code sun.misc.Signal}, which the JDK supports
     * without declaring it: by reflection, since the compiler has a warning for it that nothing can
     * silence.
     */
    static Signals system() {
        return (name, action) -> {
            InvocationHandler handling =
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    };
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                Object sent = signal.getConstructor(String.class).newInstance(name);
                ClassLoader loader = Signals.class.getClassLoader();
                Object handles = Proxy.newProxyInstance(loader, new Class<?>[] {handler}, handling);
                signal.getMethod("handle", signal, handler).invoke(null, sent, handles);
            } catch (ReflectiveOperationException e) {
                // No such signal here, or the JVM keeps it for itself: it does what it always does.
                return;
            }
        };
    }
}
