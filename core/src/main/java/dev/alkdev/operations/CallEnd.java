package dev.alkdev.operations;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline.Extension;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * When a call ends.
 *
 * @param deadline in milliseconds since 1970
 * @param extension how progress extends the deadline; null if it is fixed
 */
record CallEnd(long deadline, @Nullable Extension extension) {

    static CallEnd fixed(long deadline) {
        return new CallEnd(deadline, null);
    }

    /**
     * The end of a call that starts now.
     *
     * @param timeout of the operation: the longest time of a call, and the time of a call whose
     *     caller left it to the gateway; null for none
     */
    static CallEnd of(Call call, @Nullable Duration timeout, TimeSource clock) {
        Extension extension = call.terms.extension;
        long deadline = call.deadlineFrom(clock);
        if (timeout == null) {
            return new CallEnd(deadline, extension);
        }
        long most = extension == null ? deadline : extension.latest();
        return fixed(Math.min(most, Deadlines.after(timeout, clock)));
    }

    boolean isExtendable() {
        return extension != null;
    }

    /** The deadline that no progress extends. */
    long latest() {
        return extension == null ? deadline : extension.latest();
    }
}
