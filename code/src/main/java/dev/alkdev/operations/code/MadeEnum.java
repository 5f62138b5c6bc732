package dev.alkdev.operations.code;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An enum of the texts that a schema lists. */
final class MadeEnum extends MadeType {
    private final List<String> values;

    MadeEnum(String wanted, String words, List<String> values) {
        super(wanted, words);
        this.values = List.copyOf(values);
    }

    @Override
    boolean isLike(MadeType other, Likenesses known) {
        return other instanceof MadeEnum same && values.equals(same.values);
    }

    @Override
    String declaration(Set<String> imports) {
        StringBuilder text = new StringBuilder(JavaText.comment("    ", words(), List.of()));
        text.append("    enum ").append(name()).append(" {\n");
        Set<String> taken = new HashSet<>();
        for (String value : values) {
            String constant = JavaNames.unique(JavaNames.constant(value), taken::add);
            text.append("        ");
            if (!constant.equals(value)) {
                imports.add("com.fasterxml.jackson.annotation.JsonProperty");
                text.append("@JsonProperty(").append(JavaText.literal(value)).append(") ");
            }
            text.append(constant).append(",\n");
        }
        return text.append("    }\n").toString();
    }
}
