package dev.alkdev.operations.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A sealed interface of records, discriminated by the text of one property. */
final class MadeUnion extends MadeType {
    private final String property;
    private final List<Branch> branches = new ArrayList<>();

    private record Branch(String value, MadeRecord type) {}

    MadeUnion(String wanted, String words, String property) {
        super(wanted, words);
        this.property = property;
    }

    void add(String value, MadeRecord type) {
        branches.add(new Branch(value, type));
        type.mark(this, property, value);
    }

    @Override
    boolean isLike(MadeType other, Likenesses known) {
        if (!(other instanceof MadeUnion same)
                || !property.equals(same.property)
                || branches.size() != same.branches.size()) {
            return false;
        }
        for (int i = 0; i < branches.size(); i++) {
            Branch one = branches.get(i);
            Branch two = same.branches.get(i);
            if (!one.value.equals(two.value) || !known.isLike(one.type, two.type)) {
                return false;
            }
        }
        return true;
    }

    @Override
    String declaration(Set<String> imports) {
        imports.add("com.fasterxml.jackson.annotation.JsonSubTypes");
        imports.add("com.fasterxml.jackson.annotation.JsonTypeInfo");
        StringBuilder text = new StringBuilder(JavaText.comment("    ", words(), List.of()));
        text.append("    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = ")
                .append(JavaText.literal(property))
                .append(")\n    @JsonSubTypes({");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < branches.size(); i++) {
            String name = branches.get(i).type.settled().name();
            names.add(name);
            text.append(i == 0 ? "\n" : ",\n")
                    .append("        @JsonSubTypes.Type(value = ")
                    .append(name)
                    .append(".class, name = ")
                    .append(JavaText.literal(branches.get(i).value))
                    .append(")");
        }
        return text.append("\n    })\n    sealed interface ")
                .append(name())
                .append("\n            permits ")
                .append(String.join(",\n                    ", names))
                .append(" {}\n")
                .toString();
    }
}
