package dev.alkdev.operations.code;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a parameter of an operation. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Param {
    /** The member of the input; the name of the parameter unless given. */
    String value() default "";

    String description() default "";

    /** The value where the input has none, as JSON, or as plain text for a text or an enum. */
    String defaultValue() default "";
}
