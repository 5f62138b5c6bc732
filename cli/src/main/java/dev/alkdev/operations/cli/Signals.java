package dev.alkdev.operations.cli;

/** Reports the signals that people and service managers send to a process. */
@FunctionalInterface
interface Signals {
    /**
     * Runs an action, on a thread of its own, each time a signal arrives, instead of what would
     * happen otherwise. Does nothing where there is no such signal.
     *
     * @param name as {@code HUP}
     */
    void on(String name, Runnable action);

    /** Those that the operating system sends. */
    static Signals system() {
        return SystemSignals::on;
    }
}
