/** A link over Redis: many workers, many callers, each call to exactly one worker. */
@NullMarked
package dev.alkdev.operations.redis;

import org.jspecify.annotations.NullMarked;
