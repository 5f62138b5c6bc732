package dev.alkdev.operations.config;

/** Texts that several keys of the config share: their title, pattern and example. */
public enum Text {
    ANY("", "", ""),
    NAME("a name of letters, digits, _, - and .", "^[A-Za-z0-9_.-]{1,128}$", "petstore"),
    SCOPE("a scope", "^\\S+$", "pets:read"),
    HEADER("a header name", "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "X-Tenant"),
    HEADER_VALUE("a text on one line, in ASCII", "^[\\t\\x20-\\x7e]*$", ""),
    TOKEN("a token", "^[\\x21-\\x7e]+$", "${PETSTORE_TOKEN}"),
    WEB_URL(
            "an http or https URL",
            "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]+",
            "https://petstore.example/v1"),
    LINK_URL("a ws or wss URL", "^[Ww][Ss][Ss]?://[^\\s/]+", "wss://warehouse.example/link"),
    REDIS_URL("a Redis URL", "^rediss?(-cluster|-sentinel)?://.+$", "redis://127.0.0.1:6379"),
    ADDRESS(
            "an address and a port",
            "^(\\[[0-9A-Fa-f:.]+\\]|[^\\s:/\\[\\]]+):[0-9]{1,5}$",
            "127.0.0.1:7700");

    private final String title;
    private final String pattern;
    private final String example;

    Text(String title, String pattern, String example) {
        this.title = title;
        this.pattern = pattern;
        this.example = example;
    }

    String title() {
        return title;
    }

    String pattern() {
        return pattern;
    }

    String example() {
        return example;
    }
}
