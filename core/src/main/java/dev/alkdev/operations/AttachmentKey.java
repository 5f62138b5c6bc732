package dev.alkdev.operations;

/**
 * Names something that a caller attaches to a call for the handler to find. Attachments stay in the
 * process: no link carries them. Two keys are the same only if they are the same object.
 *
 * @param <T> of what is attached
 */
public final class AttachmentKey<T> {
    private final String name;
    private final Class<T> type;

    private AttachmentKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    public static <T> AttachmentKey<T> of(String name, Class<T> type) {
        return new AttachmentKey<>(name, type);
    }

    T cast(Object value) {
        return type.cast(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
