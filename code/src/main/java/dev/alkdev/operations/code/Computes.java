package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationBinding;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method, or a class of methods, that computes for long instead of waiting. It runs on one of a
 * few platform threads, so that other calls and health checks go on meanwhile.
 *
 * @see OperationBinding#computing
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Computes {}
