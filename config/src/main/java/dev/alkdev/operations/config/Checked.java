package dev.alkdev.operations.config;

/** A config record with rules beyond the form of its values. */
public interface Checked {
    /** Notes what is wrong at the value it was read from. */
    void check(ConfigValue here);
}
