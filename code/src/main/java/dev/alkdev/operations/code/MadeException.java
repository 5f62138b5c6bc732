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
        text.append(")\n    @SuppressWarnings(\"serial\")\n    final class ")
                .append(name())
                .append(" extends RuntimeException {\n");
        List<String> parameters = new ArrayList<>(List.of("String message"));
        StringBuilder assignments = new StringBuilder();
        StringBuilder accessors = new StringBuilder();
        for (MadeMember detail : details) {
            String type = detail.typeText(imports);
            text.append("        private final ")
                    .append(type)
                    .append(" ")
                    .append(detail.name())
                    .append(";\n");
            parameters.add(annotated(detail, imports) + type + " " + detail.name());
            assignments.append("            this.").append(detail.name());
            assignments.append(" = ").append(detail.name()).append(";\n");
            accessors.append("\n").append(JavaText.comment("        ", detail.words(), List.of()));
            accessors.append("        public ").append(type).append(" ").append(detail.name());
            accessors.append("() {\n            return ").append(detail.name());
            accessors.append(";\n        }\n");
        }
        return text.append(details.isEmpty() ? "" : "\n")
                .append("        public ")
                .append(name())
                .append("(")
                .append(String.join(", ", parameters))
                .append(") {\n            super(message);\n")
                .append(assignments)
                .append("        }\n")
                .append(accessors)
                .append("    }\n")
                .toString();
    }

    private static String annotated(MadeMember detail, Set<String> imports) {
        if (!detail.isRenamed()) {
            return "";
        }
        imports.add("dev.alkdev.operations.code.Param");
        return "@Param(" + JavaText.literal(detail.member()) + ") ";
    }
}
