package dev.alkdev.operations.jetty;

import java.lang.reflect.Proxy;

/**
 * A placeholder for what a wrapper wraps where there is nothing: whatever it does not override
 * fails.
 */
final class Absent {
    private Absent() {}

    static <T> T of(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            throw new UnsupportedOperationException(
                                    method.getName()
                                            + " needs a servlet container, which JettyHandler goes"
                                            + " without");
                        }));
    }
}
