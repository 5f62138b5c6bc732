package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A record of the properties of an object. */
final class MadeRecord extends MadeType {
    private static final String ANNOTATIONS = "com.fasterxml.jackson.annotation.";

    private final List<MadeMember> members = new ArrayList<>();
    private final Set<MadeUnion> unions = new LinkedHashSet<>();
    private @Nullable MadeMember others;
    private @Nullable Mark mark;

    /** The property that distinguishes it from its siblings. */
    private record Mark(String property, String value) {}

    MadeRecord(String wanted, String words) {
        super(wanted, words);
    }

    void add(MadeMember member) {
        members.add(member);
    }

    /** Adds a component for properties of other names. */
    void addOthers(MadeMember map) {
        others = map;
    }

    void mark(MadeUnion union, String property, String value) {
        unions.add(union);
        mark = new Mark(property, value);
    }

    @Override
    boolean isLike(MadeType other, Likenesses known) {
        if (!(other instanceof MadeRecord same)
                || members.size() != same.members.size()
                || (mark != null && same.mark != null && !mark.equals(same.mark))) {
            return false;
        }
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).isLike(same.members.get(i), known)) {
                return false;
            }
        }
        return (others == null || same.others == null)
                ? others == same.others
                : others.isLike(same.others, known);
    }

    @Override
    void absorb(MadeType other) {
        if (other instanceof MadeRecord same) {
            for (int i = 0; i < members.size(); i++) {
                members.get(i).absorb(same.members.get(i));
            }
            unions.addAll(same.unions);
            mark = mark == null ? same.mark : mark;
        }
    }

    @Override
    String declaration(Set<String> imports) {
        List<MadeMember> shown = members.stream().filter(each -> !isMark(each)).toList();
        StringBuilder text = new StringBuilder(JavaText.comment("    ", words(), tags(shown)));
        if (shown.stream().anyMatch(each -> !each.isRequired())) {
            imports.add(ANNOTATIONS + "JsonInclude");
            text.append("    @JsonInclude(JsonInclude.Include.NON_NULL)\n");
        }
        if (mark != null) {
            imports.add(ANNOTATIONS + "JsonTypeName");
            text.append("    @JsonTypeName(").append(JavaText.literal(mark.value)).append(")\n");
        }
        List<String> components = new ArrayList<>();
        shown.forEach(each -> components.add(component(each, imports)));
        if (others != null) {
            imports.add(ANNOTATIONS + "JsonAnyGetter");
            imports.add(ANNOTATIONS + "JsonAnySetter");
            components.add(
                    "@JsonAnySetter @JsonAnyGetter "
                            + others.typeText(imports)
                            + " "
                            + others.name());
        }
        String builder = new GeneratedBuilder(name(), shown, others).declaration(imports);
        return text.append("    record ")
                .append(name())
                .append(JavaText.listed("            ", components))
                .append(implemented())
                .append(builder.isEmpty() ? " {}\n" : " {\n" + builder + "    }\n")
                .toString();
    }

    private boolean isMark(MadeMember member) {
        return mark != null && mark.property.equals(member.member());
    }

    private static List<JavaText.Tag> tags(List<MadeMember> shown) {
        return shown.stream()
                .map(each -> new JavaText.Tag("@param " + each.name(), each.words()))
                .toList();
    }

    private static String component(MadeMember member, Set<String> imports) {
        StringBuilder text = new StringBuilder();
        if (member.isRenamed()) {
            imports.add(ANNOTATIONS + "JsonProperty");
            text.append("@JsonProperty(").append(JavaText.literal(member.member())).append(") ");
        }
        if (member.isRequired() && member.isNullable()) {
            imports.add(ANNOTATIONS + "JsonInclude");
            text.append("@JsonInclude ");
        }
        return text.append(member.typeText(imports)).append(" ").append(member.name()).toString();
    }

    private String implemented() {
        List<String> names =
                unions.stream().map(union -> union.settled().name()).distinct().sorted().toList();
        return names.isEmpty() ? "" : "\n            implements " + String.join(", ", names);
    }
}
