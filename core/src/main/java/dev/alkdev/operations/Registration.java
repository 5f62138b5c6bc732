package dev.alkdev.operations;

/** Undoes a registration when closed. Closing twice does nothing. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    @Override
    void close();
}
