/** An example: a task list as operations, and a REST API to import. */
@NullMarked
package dev.alkdev.operations.examples.tasks;

import org.jspecify.annotations.NullMarked;
