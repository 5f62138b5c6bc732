package dev.alkdev.operations.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a component of a record as a key of the config file. Reading, checks, JSON Schema, the
 * reference page and the rules for a reload all come from it and from the {@link Form} of the type.
 *
 * <p>A key is required unless it has a default: {@link #standard()}, {@link #unless()}, a nullable
 * type, a boolean (false), a list or map (empty), or a record without required keys.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
    /** What it means, in one or two sentences; Markdown. */
    String value();

    /** The key in the file; the name of the component unless given. */
    String name() default "";

    /** The default, as one would write it in YAML. */
    String standard() default "";

    /** The default in words, where it is no fixed value. */
    String unless() default "";

    /** Whether a list or map must be given. */
    boolean required() default false;

    /** Whether a change takes effect only after a restart. */
    boolean restart() default false;

    /** Whether it restricts who may call what. Such a key works wherever its record is read. */
    boolean restricts() default false;
}
