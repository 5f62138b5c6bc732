package dev.alkdev.operations.config;

import java.util.Arrays;
import java.util.List;

/** JSON pointers as texts. */
final class Pointers {
    private Pointers() {}

    static String child(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    static String unescape(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }

    static List<String> tokens(String pointer) {
        return Arrays.stream(pointer.split("/", -1)).skip(1).map(Pointers::unescape).toList();
    }
}
