package dev.alkdev.operations.hub;

import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/** Limits of rate, concurrency, size and time. Immutable; threads may share it. */
@Form(title = "an object of limits")
public record LimitConfig(
        @Key(value = "The largest body of a request.", standard = "4MiB", restart = true)
                @Form(minimum = "1B", maximum = "1GiB")
                long bodyBytes,
        @Key(value = "The largest head of a request.", standard = "16KiB", restart = true)
                @Form(minimum = "1KiB", maximum = "1MiB")
                long headerBytes,
        @Key(
                        value =
                                "Calls of one caller that run at once; more are refused as"
                                        + " `OVERLOADED`.",
                        standard = "256")
                @Form(of = "calls")
                int concurrency,
        @Key(value = "Subscriptions one caller has open at once.", standard = "100")
                @Form(of = "streams")
                int streams,
        @Key(
                        value =
                                "Links one caller has open at once; without tokens, those of one"
                                        + " address.",
                        standard = "256")
                @Form(of = "links")
                int links,
        @Key(
                        value =
                                "How long operations of a spoke that is not connected stay listed;"
                                        + " calls fail with 503 `UNAVAILABLE` meanwhile. Those of a"
                                        + " `peer` source stay listed while it is configured.",
                        standard = "60s",
                        restart = true)
                @Form(above = "0")
                Duration grace,
        @Key(
                        value =
                                "Bytes of all callers in flight at once: bodies, results that are"
                                    + " not read yet, items ahead of their readers, inputs on their"
                                    + " way to the audit file. More is refused with 503"
                                    + " `OVERLOADED`. A quarter of it is kept for requests of at"
                                    + " most 64 KiB.",
                        unless = "a quarter of the heap",
                        restart = true)
                @Form(minimum = "1MiB", example = "256MiB")
                @Nullable Long memory,
        @Key(
                        value =
                                "Calls in one batch; of these, at most `concurrency` and at most 16"
                                        + " run at once.",
                        standard = "100",
                        restart = true)
                @Form(of = "calls")
                int batch,
        @Key(
                        value =
                                "How many of the last calls the hub remembers for its"
                                        + " [console](../guide/hub.md#console); 0 for none.",
                        standard = "2000",
                        restart = true)
                @Form(title = "a number from 0 to 100000", minimum = "0", maximum = "100000")
                int activity,
        @Key(
                        value =
                                "Rate limit of one caller: calls, listings, descriptions,"
                                        + " `openapi.json` and `/metrics`.",
                        unless = "no limit")
                @Nullable Rate rate,
        @Key(value = "How long a call may take.", restart = true) Timeouts timeouts) {

    /** The least that serves anybody. */
    private static final long LEAST_MEMORY = 1024 * 1024;

    /** A steady rate with bursts. */
    @Form(title = "an object with perSecond")
    public record Rate(
            @Key(value = "Calls a second, in the long run.")
                    @Form(title = "a number above 0", above = "0", example = "50")
                    double perSecond,
            @Key(value = "Calls at once after a rest.", unless = "`perSecond`, rounded up")
                    @Form(of = "calls", example = "100")
                    int burst) {
        public Rate {
            burst = burst == 0 ? (int) Math.ceil(perSecond) : burst;
        }
    }

    /**
     * How long calls may take.
     *
     * @param standard the time of a call that asks for none, without progress
     * @param max the longest time of any call
     */
    @Form(title = "an object with default and max")
    public record Timeouts(
            @Key(
                            value =
                                    "Time of a call without a timeout of its caller or its source,"
                                            + " from its start and from each report of progress.",
                            name = "default",
                            standard = Deadlines.DEFAULT_TIMEOUT_TEXT)
                    @Form(above = "0")
                    Duration standard,
            @Key(
                            value =
                                    "Longest time of a call, whatever its caller requests, its"
                                            + " source allows, and whatever progress it makes.",
                            standard = "5m")
                    @Form(above = "0")
                    Duration max)
            implements Checked {
        @Override
        public void check(ConfigValue here) {
            if (standard.compareTo(max) > 0) {
                ConfigValue usual = here.get("default");
                (usual.isPresent() ? usual : here.get("max"))
                        .refuse("timeouts.default should not be longer than timeouts.max");
            }
        }
    }

    /** How many bytes may be in flight: as given, or a quarter of what this JVM may use. */
    public long memoryBytes() {
        return memory == null
                ? Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 4)
                : memory;
    }
}
