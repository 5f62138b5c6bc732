package dev.alkdev.operations;

/** Something given for later, which can be taken back. Closing twice does nothing. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    @Override
    void close();
}
