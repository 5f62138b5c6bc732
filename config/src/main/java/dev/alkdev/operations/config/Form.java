package dev.alkdev.operations.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Constraints of a config value beyond its Java type: on the type of a component, on the type of
 * the items of a list or map, or on a record for all its uses. An {@code int} is a number, a {@code
 * long} a size such as 4MiB.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Form {
    /** What a text is, if it is one that several keys share. */
    Text value() default Text.ANY;

    /** What a value should be, as in "a duration above 0"; found from the type unless given. */
    String title() default "";

    /** A value as one would write it in YAML. */
    String example() default "";

    /** What a whole text has to match. */
    String pattern() default "";

    /** What is counted, as in "calls": a number from 1. */
    String of() default "";

    /** The least of a number, size or duration. */
    String minimum() default "";

    /** The most of a number (a million unless given), size or duration. */
    String maximum() default "";

    /** What a number or duration must be above. */
    String above() default "";

    /** The texts that are allowed; those of an enum unless given. */
    String[] choices() default {};

    /** The JSON types of a value that is passed on as it is. */
    String[] types() default {};

    /** Whether the value appears in no message. */
    boolean secret() default false;

    /** Whether the items of a list must differ. */
    boolean unique() default false;

    /** Whether a list that is given needs an item. */
    boolean filled() default false;

    /** Whether a single item may be given without its list. */
    boolean single() default false;

    /** How many keys an object has at least. */
    int keys() default 0;

    /** Whether a path must be that of a file which can be read. */
    boolean file() default false;

    /** What is in that file; anything unless given. */
    Class<? extends FileCheck> fileCheck() default FileCheck.class;
}
