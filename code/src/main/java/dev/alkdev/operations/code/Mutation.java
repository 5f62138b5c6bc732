package dev.alkdev.operations.code;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that writes. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Mutation {
    /** The name in the id; that of the method unless given. */
    String value() default "";

    String title() default "";

    /** What it does, for people and for agents that choose by it. */
    String description() default "";

    /** Scopes that a caller must have, all of them. */
    String[] scopes() default {};

    /** Scopes of which a caller must have one. */
    String[] anyScope() default {};

    /** What a caller must be allowed, as {@code type:action}. */
    String resource() default "";

    /** Tags besides those of the class. */
    String[] tags() default {};
}
