package dev.alkdev.operations.spring;

import org.springframework.context.annotation.Import;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes beans of interfaces with {@link OperationsClient} in packages other than those of the
 * application.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(ClientBeans.class)
public @interface EnableOperationsClients {
    /** The packages, with those below them; that of the annotated class unless given. */
    String[] value() default {};
}
