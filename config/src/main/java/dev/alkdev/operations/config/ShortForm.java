package dev.alkdev.operations.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method of a config record that makes it of a single value, which may replace the
 * object in the file. The {@link Form} of the record is that of the value. A record without keys is
 * always made so, of a text; the message of what the method throws goes on after the name of the
 * value, as in "should begin with sha256:".
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ShortForm {}
