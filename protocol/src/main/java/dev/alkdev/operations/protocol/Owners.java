package dev.alkdev.operations.protocol;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who was the first to offer an imported operation: its id stays with them while they are away, so
 * that nobody else gets the calls meant for them. Threads may share it.
 */
final class Owners {
    /** Beyond this nothing more is remembered, so that nobody fills the memory with ids. */
    private static final int MAX = 200_000;

    private final Map<String, String> byId = new ConcurrentHashMap<>();

    /** Takes an id unless another owner has it; who has it. */
    String take(String id, String owner) {
        if (byId.size() >= MAX) {
            return byId.getOrDefault(id, owner);
        }
        String before = byId.putIfAbsent(id, owner);
        return before == null ? owner : before;
    }
}
