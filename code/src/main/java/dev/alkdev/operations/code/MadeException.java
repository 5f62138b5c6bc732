package dev.alkdev.operations.code;

import dev.alkdev.operations.ErrorSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** An exception class for an error that operations declare. */
final class MadeException extends MadeType {
    private final ErrorSpec error;
    private final List<MadeMember> details = new ArrayList<>();

    MadeException(String wanted, ErrorSpec error) {
        super(wanted, error.description());
        this.error = error;
    }

    void add(MadeMember detail) {
        details.add(detail);
    }

    @Override
    boolean isLike(MadeType other, Likenesses known) {
        if (!(other instanceof MadeException same)
                || !error.code().equals(same.error.code())
                || !Objects.equals(error.httpStatus(), same.error.httpStatus())
                || details.size() != same.details.size()) {
            return false;
        }
        for (int i = 0; i < details.size(); i++) {
            if (!details.get(i).isLike(same.details.get(i), known)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void absorb(MadeType other) {
        if (other instanceof MadeException same) {
            for (int i = 0; i < details.size(); i++) {
                details.get(i).absorb(same.details.get(i));
            }
        }
    }

    @Override
    String declaration(Set<String> imports) {
        imports.add("dev.alkdev.operations.code.Fails");
        StringBuilder text = new StringBuilder(JavaText.comment("    ", words(), List.of()));
        text.append("    @Fails(code = ").append(JavaText.literal(error.code()));
        if (!error.description().isBlank()) {
            text.append(", description = ").append(JavaText.shortLiteral(error.description()));
        }
        if (error.httpStatus() != null) {
            text.append(", httpStatus = ").append(error.httpStatus());
        }
        text.append(")\n    @SuppressWarnings(\"serial\")\n    final class ").append(name());
        text.append(" extends RuntimeException {\n");
        for (MadeMember detail : details) {
            text.append("        private final ").append(typed(detail, imports)).append(";\n");
        }
        text.append(details.isEmpty() ? "" : "\n").append(constructor(imports));
        details.forEach(detail -> text.append(accessor(detail, imports)));
        return text.append("    }\n").toString();
    }

    private static String typed(MadeMember detail, Set<String> imports) {
        return detail.typeText(imports) + " " + detail.name();
    }

    private String constructor(Set<String> imports) {
        List<String> parameters = new ArrayList<>(List.of("String message"));
        StringBuilder assignments = new StringBuilder();
        for (MadeMember detail : details) {
            parameters.add(annotated(detail, imports) + typed(detail, imports));
            assignments.append("            this.").append(detail.name());
            assignments.append(" = ").append(detail.name()).append(";\n");
        }
        return "        public "
                + name()
                + JavaText.listed("                ", parameters)
                + " {\n            super(message);\n"
                + assignments
                + "        }\n";
    }

    private static String accessor(MadeMember detail, Set<String> imports) {
        return "\n"
                + JavaText.comment("        ", detail.words(), List.of())
                + "        public "
                + typed(detail, imports)
                + "() {\n            return "
                + detail.name()
                + ";\n        }\n";
    }

    private static String annotated(MadeMember detail, Set<String> imports) {
        if (!detail.isRenamed()) {
            return "";
        }
        imports.add("dev.alkdev.operations.code.Param");
        return "@Param(" + JavaText.literal(detail.member()) + ") ";
    }
}
