package dev.alkdev.operations.code;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class or interface whose methods with {@link Query}, {@link Mutation} or {@link Subscription}
 * are operations. {@link AnnotatedOperations#of} makes operations of an object, {@link Clients}
 * makes a client of an interface.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Operations {
    /** The namespace: the part of the ids before the first dot. */
    String value();

    /** The version of all of them. */
    String version() default "1.0.0";

    /** Tags of all of them. */
    String[] tags() default {};
}
