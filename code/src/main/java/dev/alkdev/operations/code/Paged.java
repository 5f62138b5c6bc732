package dev.alkdev.operations.code;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A {@link Query} of a client that returns the items of all pages as an {@code Iterable}, {@code
 * Iterator} or {@code Stream}. Pages are asked for when their items are. The operation itself
 * returns one page; an interface may have a method for both.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Paged {
    /**
     * The member of the input that takes the cursor of the next page. It need not be a parameter.
     * Where the {@code Link} header leads, it may be left out: then all parameters of the method
     * that the link has are taken from it.
     */
    String cursor() default "";

    /**
     * Where a page has the cursor of the next one, such as {@code nextCursor} or {@code meta/next};
     * the last page has none. If empty, the {@code Link} header of an HTTP result with {@code
     * rel="next"} leads on.
     */
    String next() default "";

    /** Where a page has its items, such as {@code items}; empty if it is a list itself. */
    String items() default "";
}
