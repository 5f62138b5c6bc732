package dev.alkdev.operations.code;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A method of a generated interface.
 *
 * @param parameters one for each member of the input, or one for all of them
 * @param whole whether there is one for all
 * @param pages the annotation of a method that reads all pages; empty for one that does not
 */
record MadeMethod(
        OperationSpec spec,
        String name,
        List<MadeMember> parameters,
        boolean whole,
        TypeUse returned,
        List<MadeType> errors,
        String pages) {

    /** More than these are easier to give by name. */
    private static final int MOST_PARAMETERS = 4;

    static MadeMethod of(OperationSpec spec, String name, TypeReader reader) {
        SchemaView input = spec.inputSchema().view();
        String type = JavaNames.capital(name);
        boolean whole = input.properties().size() > MOST_PARAMETERS || TypeReader.isOpen(input);
        List<MadeMember> parameters = new ArrayList<>();
        if (whole) {
            parameters.add(
                    new MadeMember(
                            "input",
                            "input",
                            reader.input(input, type + "Input"),
                            new MadeMember.Presence(true, false),
                            ""));
        } else {
            Map<String, MadeMember> members = reader.members(input, type, JavaNames::member);
            members.values().stream().filter(MadeMember::isRequired).forEach(parameters::add);
            members.values().stream().filter(each -> !each.isRequired()).forEach(parameters::add);
        }
        List<MadeType> errors = new ArrayList<>();
        for (ErrorSpec error : spec.errors()) {
            errors.add(reader.exception(error));
        }
        SchemaView output = spec.outputSchema().view();
        TypeUse returned =
                output.types().equals(Set.of(JsonType.NULL))
                        ? TypeUse.Known.NOTHING
                        : reader.read(output, type + "Output");
        return new MadeMethod(spec, name, parameters, whole, returned, errors, "");
    }

    /**
     * The method that reads all pages of the same operation, if it is certain that it has pages.
     *
     * @param name of that method
     */
    Optional<MadeMethod> paged(String name, TypeReader reader) {
        return PagedSpec.of(spec)
                .map(
                        paged ->
                                new MadeMethod(
                                        spec,
                                        name,
                                        parameters.stream()
                                                .filter(each -> !paged.isCursor(each.member()))
                                                .toList(),
                                        whole,
                                        reader.read(paged.item(), JavaNames.capital(name) + "Item"),
                                        errors,
                                        paged.annotation()));
    }

    String declaration(Set<String> imports) {
        StringBuilder text = new StringBuilder(comment());
        boolean deprecated =
                spec.meta().map(meta -> meta.path("deprecated").asBoolean(false)).orElse(false);
        text.append(deprecated ? "    @Deprecated\n" : "");
        if (!pages.isEmpty()) {
            imports.add("dev.alkdev.operations.code.Paged");
            text.append("    ").append(pages).append("\n");
        }
        text.append("    @").append(marking(imports));
        if (!spec.name().equals(name)) {
            text.append("(").append(JavaText.literal(spec.name())).append(")");
        }
        List<String> given = parameters.stream().map(each -> parameter(each, imports)).toList();
        text.append("\n    ").append(returnedText(imports)).append(" ").append(name);
        text.append(JavaText.listed("            ", given));
        if (!errors.isEmpty()) {
            List<String> names =
                    errors.stream().map(error -> error.settled().name()).distinct().toList();
            text.append("\n            throws ").append(String.join(", ", names));
        }
        return text.append(";\n").toString();
    }

    private String comment() {
        String title = spec.title().orElse("").strip();
        String words = spec.description().strip();
        String text = title.isEmpty() || words.startsWith(title) ? words : title + "\n\n" + words;
        return JavaText.comment(
                "    ",
                text,
                parameters.stream()
                        .map(each -> new JavaText.Tag("@param " + each.name(), each.words()))
                        .toList());
    }

    private String marking(Set<String> imports) {
        String marking = JavaNames.capital(spec.type().wireName());
        imports.add("dev.alkdev.operations.code." + marking);
        return marking;
    }

    private String parameter(MadeMember parameter, Set<String> imports) {
        String text = parameter.typeText(imports) + " " + parameter.name();
        // A record alone would be the whole input.
        boolean alone = !whole && parameters.size() == 1 && parameter.type().isWhole();
        if (!parameter.isRenamed() && !alone) {
            return text;
        }
        imports.add("dev.alkdev.operations.code.Param");
        return "@Param(" + JavaText.literal(parameter.member()) + ") " + text;
    }

    private String returnedText(Set<String> imports) {
        if (!pages.isEmpty()) {
            return "Iterable<" + returned.text(true, imports) + ">";
        }
        if (spec.type() == OperationType.SUBSCRIPTION) {
            imports.add("java.util.stream.Stream");
            return "Stream<" + returned.text(true, imports) + ">";
        }
        boolean perhaps =
                TypeReader.isNullable(spec.outputSchema().view())
                        && returned != TypeUse.Known.JSON
                        && returned != TypeUse.Known.NOTHING;
        if (!perhaps) {
            return returned.text(false, imports);
        }
        imports.add("java.util.Optional");
        return "Optional<" + returned.text(true, imports) + ">";
    }
}
