package dev.alkdev.operations.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names a kind, as of sources: what a config gives as {@code type}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Kind {
    String value();

    /** What it is, in a few words; Markdown. */
    String text();
}
