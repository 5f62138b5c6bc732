package dev.alkdev.operations.scan;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.Function;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * How classes are compiled, loaded and made objects of. Immutable.
 *
 * @param loader null for that of the thread that scans
 * @param compiler gives the compiler, or null in a Java without one
 * @param loadingLimit how long the classes of one file may take to load
 */
record ScanOptions(
        Function<? super Class<?>, ?> instances,
        @Nullable ClassLoader loader,
        Compilers compiler,
        Duration loadingLimit) {
    private static final Duration LOADING_LIMIT = Duration.ofSeconds(10);

    /** Gives the compiler. */
    interface Compilers {
        @Nullable JavaCompiler find();
    }

    static ScanOptions defaults() {
        return new ScanOptions(
                Instances::create, null, ToolProvider::getSystemJavaCompiler, LOADING_LIMIT);
    }

    ScanOptions withInstances(Function<? super Class<?>, ?> factory) {
        return new ScanOptions(factory, loader, compiler, loadingLimit);
    }

    ScanOptions withLoader(ClassLoader other) {
        return new ScanOptions(instances, other, compiler, loadingLimit);
    }

    ClassLoader usedLoader() {
        if (loader != null) {
            return loader;
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? OperationScanner.class.getClassLoader() : context;
    }

    ScanOptions withLoadingLimit(Duration limit) {
        return new ScanOptions(instances, loader, compiler, limit);
    }
}
