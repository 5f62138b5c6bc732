package dev.alkdev.operations.code;

import java.util.Set;

/** A component of a generated record, or a parameter. For one thread. */
final class MadeMember {
    private final String member;
    private final String name;
    private final TypeUse type;
    private final String words;
    private boolean required;
    private boolean nullable;

    /** Whether an object must have it, and whether it may be null there. */
    record Presence(boolean required, boolean nullable) {}

    /**
     * @param member its name in JSON
     * @param name its name in Java
     */
    MadeMember(String member, String name, TypeUse type, Presence presence, String words) {
        this.member = member;
        this.name = name;
        this.type = type;
        this.required = presence.required();
        this.nullable = presence.nullable();
        this.words = words;
    }

    String member() {
        return member;
    }

    String name() {
        return name;
    }

    TypeUse type() {
        return type;
    }

    String words() {
        return words;
    }

    boolean isRequired() {
        return required;
    }

    boolean isNullable() {
        return nullable;
    }

    boolean isRenamed() {
        return !name.equals(member);
    }

    boolean isLike(MadeMember other, Likenesses known) {
        return member.equals(other.member) && type.isLike(other.type, known);
    }

    /** What is sent and what is answered may differ in what must be there; one type is for both. */
    void absorb(MadeMember other) {
        required &= other.required;
        nullable |= other.nullable;
    }

    /** Its type, marked if it may be absent. */
    String typeText(Set<String> imports) {
        if (required && !nullable) {
            return type.text(false, imports);
        }
        imports.add("org.jspecify.annotations.Nullable");
        String text = type.text(true, imports);
        return text.endsWith("[]")
                ? text.substring(0, text.length() - 2) + " @Nullable []"
                : "@Nullable " + text;
    }
}
