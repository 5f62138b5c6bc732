package dev.alkdev.operations.base;

/** Undoes a registration when closed. Closing twice does nothing. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    @Override
    void close();
}
