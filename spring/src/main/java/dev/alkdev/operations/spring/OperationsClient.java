package dev.alkdev.operations.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface with {@link dev.alkdev.operations.code.Operations} that is a bean: a client of the
 * operations of a hub, or of the application itself. Found in the packages of the application, and
 * in those of {@link EnableOperationsClients}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OperationsClient {
    /**
     * The name of the client: with the property {@code operations.clients.NAME.uri} it calls that
     * hub, else the application's own operations, as trusted code.
     */
    String value() default "";
}
