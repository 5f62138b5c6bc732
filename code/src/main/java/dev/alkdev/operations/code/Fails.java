package dev.alkdev.operations.code;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A failure that an operation declares: on an exception class, for every method that names the
 * class after {@code throws}; or on a method, {@link #with} an exception class. Handlers throw the
 * exception, and clients get it.
 *
 * <p>The details of the failure are the parameters of the exception's constructor, each read from
 * the accessor or field of its name. A parameter {@code String message} is the message, and one of
 * type {@code Throwable} the cause.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Repeatable(Fails.All.class)
public @interface Fails {
    /** The code, none of the standard ones. */
    String code();

    /** When it happens and what the caller may do. */
    String description() default "";

    /** The status a REST gateway answers with; the gateway's choice if it is 0. */
    int httpStatus() default 0;

    /** On a method, the exception; without it a {@code CallException} of the code is thrown. */
    Class<? extends Exception> with() default None.class;

    /** The default: no exception class. */
    @SuppressWarnings("serial")
    final class None extends Exception {
        private None() {}
    }

    /** Several failures of one method. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface All {
        Fails[] value();
    }
}
