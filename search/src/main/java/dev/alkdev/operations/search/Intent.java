package dev.alkdev.operations.search;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a verb, or the method and path of a request, does with things. */
enum Intent {
    LIST("list enumerate"),
    READ(
            "show get fetch read view see retrieve find look display check describe search query"
                    + " download export"),
    CREATE(
            "create add make new open post send generate start insert register upload invite submit"
                    + " schedule"),
    UPDATE("update edit change modify rename set patch replace"),
    DELETE("delete remove drop destroy erase cancel unlink kick");

    private static final Map<String, Intent> BY_STEM = new HashMap<>();

    static {
        for (Intent intent : values()) {
            for (String verb : intent.verbs.split(" ", -1)) {
                BY_STEM.putIfAbsent(Stem.of(verb), intent);
            }
        }
    }

    private final String verbs;

    Intent(String verbs) {
        this.verbs = verbs;
    }

    /** The class of a verb, by its stem; null if it is none we know. */
    static @Nullable Intent ofStem(String stem) {
        return BY_STEM.get(stem);
    }

    /** The class of the first verb among words. */
    static @Nullable Intent ofWords(List<String> words) {
        for (String word : words) {
            Intent intent = ofStem(Stem.of(word));
            if (intent != null) {
                return intent;
            }
        }
        return null;
    }

    /** What a request does; null if there is no method. */
    static @Nullable Intent ofRequest(String method, String path) {
        return switch (method) {
            case "GET", "HEAD", "QUERY" -> path.endsWith("}") ? READ : LIST;
            case "POST" -> CREATE;
            case "PUT", "PATCH" -> UPDATE;
            case "DELETE" -> DELETE;
            default -> null;
        };
    }

    /** Whether something that does the other answers to this. */
    boolean includes(@Nullable Intent other) {
        return other == this || (this == READ && other == LIST);
    }
}
