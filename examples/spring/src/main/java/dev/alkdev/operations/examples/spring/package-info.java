/** A shop as a Spring Boot application: its beans are operations, served to two users. */
@NullMarked
package dev.alkdev.operations.examples.spring;

import org.jspecify.annotations.NullMarked;
