package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.ExtendableDeadline.Extension;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * The time of a call that leaves over a link.
 *
 * @param deadline in milliseconds since 1970
 * @param extension how progress extends the deadline; null if it is fixed
 * @param extendsItself whether the extension is this call's own, not that of a call around it
 */
record CallTime(long deadline, @Nullable Extension extension, boolean extendsItself) {
    /** The longest time of a call without limits of its caller and of a hub. */
    static final Duration LONGEST = Duration.ofHours(1);

    static CallTime of(Call call, TimeSource time) {
        long deadline = call.currentEnd(time);
        if (deadline == Deadlines.NONE) {
            Extension standard =
                    new Extension(Deadlines.DEFAULT_TIMEOUT, Deadlines.after(LONGEST, time));
            return new CallTime(Deadlines.after(standard.step(), time), standard, true);
        }
        Duration step = call.extension().orElse(null);
        if (step == null) {
            return new CallTime(deadline, null, false);
        }
        boolean isNested = call.cancellation().filter(it -> it.expiresBy(deadline)).isPresent();
        return new CallTime(deadline, new Extension(step, call.latestEnd(time)), !isNested);
    }

    /** The same limits for the wire, where the receiver decides how far progress extends them. */
    CallBuilder on(CallBuilder leaving) {
        leaving.deadline(deadline);
        return extension == null ? leaving : leaving.extendable(extension.step(), Deadlines.LAST);
    }
}
