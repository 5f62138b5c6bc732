package dev.alkdev.operations.scan;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/** Makes objects of classes by their constructors without parameters. */
final class Instances {
    private Instances() {}

    /**
     * Makes an object.
     *
     * @throws IllegalArgumentException if the class has no such constructor
     * @throws InstanceException if the constructor fails
     */
    static Object create(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    type.getSimpleName()
                            + ": it needs a constructor without parameters, and has to be static"
                            + " if it is within another class; or give the scanner a factory",
                    e);
        } catch (InvocationTargetException e) {
            throw new InstanceException(type, e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new InstanceException(type, e);
        }
    }

    /** A constructor that failed. */
    static final class InstanceException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InstanceException(Class<?> type, Throwable cause) {
            super(type.getSimpleName() + ": its constructor failed: " + cause, cause);
        }
    }
}
