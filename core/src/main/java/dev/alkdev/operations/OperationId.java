package dev.alkdev.operations;

/**
 * The two parts of {@code namespace.name}. The namespace ends at the first dot; the name may have
 * dots of its own.
 */
record OperationId(String namespace, String name) {
    private static final int MAXIMUM = 128;

    OperationId {
        check("namespace", namespace, false);
        check("name", name, true);
    }

    static OperationId parse(String id) {
        int dot = id.indexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException(
                    "operation id \"" + id + "\" should be namespace.name");
        }
        return new OperationId(id.substring(0, dot), id.substring(dot + 1));
    }

    private static void check(String part, String text, boolean dots) {
        if (text.isEmpty() || text.length() > MAXIMUM) {
            throw new IllegalArgumentException(
                    "operation " + part + " \"" + text + "\" should have 1 to 128 characters");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!allowed(c) && !(dots && c == '.')) {
                throw new IllegalArgumentException(
                        "operation "
                                + part
                                + " \""
                                + text
                                + "\" has '"
                                + c
                                + "'; allowed are letters, digits, _ and -"
                                + (dots ? " and ." : ""));
            }
        }
    }

    private static boolean allowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-';
    }

    @Override
    public String toString() {
        return namespace + "." + name;
    }
}
