package dev.alkdev.operations;

import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.Durations;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects the settings of a registry. For one thread. */
public final class OperationRegistryBuilder {
    TimeSource time = TimeSource.system();
    NormalizeMode normalizeMode = NormalizeMode.NORMALIZE;
    int streamBuffer = 256;
    ByteBudget byteBudget = ByteBudget.unlimited();
    @Nullable Duration idleTimeout;
    boolean refusesMismatch;
    boolean leadsToOthers;
    final List<CallObserver> observers = new ArrayList<>();

    OperationRegistryBuilder() {}

    /** The clock for deadlines and timestamps; the machine's unless given. */
    public OperationRegistryBuilder time(TimeSource time) {
        this.time = time;
        return this;
    }

    /** What is done to results; {@link NormalizeMode#NORMALIZE} unless given. */
    public OperationRegistryBuilder normalizing(NormalizeMode mode) {
        this.normalizeMode = mode;
        return this;
    }

    /** How many results a stream's handler may be ahead of its reader; 256 unless given. */
    public OperationRegistryBuilder streamBuffer(int items) {
        if (items < 1) {
            throw new IllegalArgumentException("streamBuffer should be at least 1 but is " + items);
        }
        this.streamBuffer = items;
        return this;
    }

    /**
     * Bounds the bytes in flight, for everything that serves the registry; unlimited unless given.
     * Items that wait for the readers of streams are counted in its {@link ByteBudget#bulk}.
     */
    public OperationRegistryBuilder byteBudget(ByteBudget budget) {
        this.byteBudget = budget;
        return this;
    }

    /**
     * How long a stream may stay silent; for ever unless given.
     *
     * @throws IllegalArgumentException if it is not more than nothing
     */
    public OperationRegistryBuilder idleTimeout(Duration idleTimeout) {
        this.idleTimeout = Durations.requirePositive("idleTimeout", idleTimeout);
        return this;
    }

    /** Makes a result that does not fit its schema a failure, not only a warning. */
    public OperationRegistryBuilder refusingMismatch() {
        this.refusesMismatch = true;
        return this;
    }

    /**
     * Declares that the operations of this registry only list and call the operations of another
     * one, for its caller. Callers whose identity is limited to some operations may use them.
     *
     * @see Identity#reaches
     */
    public OperationRegistryBuilder leadingToOthers() {
        this.leadsToOthers = true;
        return this;
    }

    /** Adds an observer that intercepts every call, after those added before, and may refuse it. */
    public OperationRegistryBuilder observer(CallObserver observer) {
        observers.add(observer);
        return this;
    }

    public OperationRegistry build() {
        return new OperationRegistry(this);
    }
}
