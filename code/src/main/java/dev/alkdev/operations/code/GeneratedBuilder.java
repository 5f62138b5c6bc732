package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the builder of a generated record with many components: required ones are arguments of
 * {@code builder}, the others are methods.
 *
 * @param record name of the record
 * @param members its components
 * @param others the component for properties of other names; null if there is none
 */
record GeneratedBuilder(String record, List<MadeMember> members, @Nullable MadeMember others) {
    /** A constructor call with more arguments is hard to read. */
    private static final int MOST_ARGUMENTS = 7;

    /** Returns the members of the record's body; empty if the record needs no builder. */
    String declaration(Set<String> imports) {
        if (members.size() <= MOST_ARGUMENTS || optional().isEmpty() || clashes()) {
            return "";
        }
        List<String> required = new ArrayList<>();
        members.stream()
                .filter(MadeMember::isRequired)
                .forEach(each -> required.add(each.typeText(imports) + " " + each.name()));
        StringBuilder text = new StringBuilder();
        text.append("        public static Builder builder")
                .append(JavaText.listed("                ", required))
                .append(" {\n            return new Builder")
                .append(JavaText.listed("                    ", requiredNames()))
                .append(";\n        }\n\n")
                .append("        /** Sets the components that may be absent. */\n")
                .append("        public static final class Builder {\n");
        members.forEach(each -> text.append(field(each, imports)));
        if (others != null) {
            imports.add("java.util.Map");
            text.append("            private ")
                    .append(others.typeText(imports))
                    .append(" ")
                    .append(others.name())
                    .append(" = Map.of();\n");
        }
        text.append(constructor(required));
        optional().forEach(each -> text.append(step(each, imports)));
        return text.append(build()).append("        }\n").toString();
    }

    private List<MadeMember> optional() {
        return Stream.concat(members.stream().filter(each -> !each.isRequired()), otherProperties())
                .toList();
    }

    private Stream<MadeMember> otherProperties() {
        return Stream.ofNullable(others);
    }

    private List<String> requiredNames() {
        return members.stream().filter(MadeMember::isRequired).map(MadeMember::name).toList();
    }

    /** Whether a component has the name of one of the builder's methods. */
    private boolean clashes() {
        return Stream.concat(members.stream(), otherProperties())
                .map(MadeMember::name)
                .anyMatch(name -> name.equals("builder") || name.equals("build"));
    }

    private static String field(MadeMember member, Set<String> imports) {
        return "            private "
                + (member.isRequired() ? "final " : "")
                + member.typeText(imports)
                + " "
                + member.name()
                + ";\n";
    }

    private String constructor(List<String> required) {
        return "\n            private Builder"
                + JavaText.listed("                    ", required)
                + " {\n"
                + requiredNames().stream()
                        .map(name -> "                this." + name + " = " + name + ";\n")
                        .collect(Collectors.joining())
                + "            }\n";
    }

    private static String step(MadeMember member, Set<String> imports) {
        return """

                    public Builder %1$s(%2$s %1$s) {
                        this.%1$s = %1$s;
                        return this;
                    }
        """
                .formatted(member.name(), member.typeText(imports));
    }

    private String build() {
        List<String> names =
                Stream.concat(members.stream(), otherProperties()).map(MadeMember::name).toList();
        return "\n            public "
                + record
                + " build() {\n                return new "
                + record
                + JavaText.listed("                        ", names)
                + ";\n            }\n";
    }
}
