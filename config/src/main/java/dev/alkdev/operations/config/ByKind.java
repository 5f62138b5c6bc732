package dev.alkdev.operations.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an interface whose records are discriminated by {@code type}, see {@link Kind}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ByKind {
    /** What a kind is called, as in "a kind of source". */
    String value();

    /** The kind of an object without {@code type}; none unless given. */
    String standard() default "";

    /** Whether the name of a kind may replace an object. */
    boolean named() default false;
}
