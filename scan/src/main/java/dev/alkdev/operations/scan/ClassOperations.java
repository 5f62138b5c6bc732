package dev.alkdev.operations.scan;

import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.code.Subscription;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Makes operations of classes.
 *
 * @param findings where they go, and what is wrong with them
 * @param places the place in a file of what a message begins with, such as {@code Shop.get}; empty
 *     if there is none
 */
record ClassOperations(ScanOptions options, Findings findings, Function<String, String> places) {

    ClassOperations(ScanOptions options, Findings findings) {
        this(options, findings, name -> "");
    }

    /** Adds the operations of a class, if it has any. Code of others: it may throw anything. */
    void add(String className, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            if (isConcrete(type)) {
                add(type);
            }
        } catch (IllegalArgumentException e) {
            String.valueOf(e.getMessage()).lines().forEach(this::fail);
        } catch (Instances.InstanceException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (VirtualMachineError e) {
            if (!(e instanceof StackOverflowError)) {
                throw e;
            }
            fail(simple(className) + ": it calls itself without end");
        } catch (ExceptionInInitializerError e) {
            fail(simple(className) + ": its static initializer failed: " + e.getCause());
        } catch (Throwable e) {
            fail(simple(className) + ": it cannot be loaded: " + e);
        }
    }

    private void add(Class<?> type) {
        if (AnnotatedOperations.areIn(type)) {
            Object instance = options.instances().apply(type);
            if (instance == null) {
                fail(type.getSimpleName() + ": the factory made no object of it");
                return;
            }
            AnnotatedOperations.of(instance).forEach(findings::add);
        } else if (Arrays.stream(type.getDeclaredMethods()).anyMatch(ClassOperations::isMarked)) {
            fail(type.getSimpleName() + ": it has operations, but no @Operations(\"namespace\")");
        }
    }

    private static boolean isMarked(Method method) {
        return method.isAnnotationPresent(Query.class)
                || method.isAnnotationPresent(Mutation.class)
                || method.isAnnotationPresent(Subscription.class);
    }

    private static boolean isConcrete(Class<?> type) {
        return !type.isInterface()
                && !Modifier.isAbstract(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isSynthetic();
    }

    private void fail(String sentence) {
        int colon = sentence.indexOf(':');
        findings.fail(colon < 0 ? "" : places.apply(sentence.substring(0, colon)), sentence);
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
