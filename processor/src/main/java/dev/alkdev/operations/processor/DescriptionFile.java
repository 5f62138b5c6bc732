package dev.alkdev.operations.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * The Javadoc of the operations of a class, as properties beside it: {@code
 * get(java.lang.String)=…}, and {@code get(java.lang.String).id=…} for a parameter; or that of the
 * components of a record, by their names.
 */
final class DescriptionFile {
    private final TypeElement type;
    private final ProcessingEnvironment environment;

    DescriptionFile(TypeElement type, ProcessingEnvironment environment) {
        this.type = type;
        this.environment = environment;
    }

    /** Writes it, if there is anything to write. */
    void write() {
        Map<String, String> descriptions = new TreeMap<>();
        for (ExecutableElement method : TypeCheck.marked(type)) {
            String comment = environment.getElementUtils().getDocComment(method);
            if (comment != null) {
                add(method, JavadocText.of(comment, isMarkdown(method)), descriptions);
            }
        }
        // Null for a class that is not compiled now: what was written with it stays.
        String comment = environment.getElementUtils().getDocComment(type);
        if (comment != null && type.getKind() == ElementKind.RECORD) {
            Map<String, String> texts = JavadocText.of(comment, isMarkdown(type)).parameters();
            for (RecordComponentElement component : type.getRecordComponents()) {
                String name = component.getSimpleName().toString();
                put(name, texts.getOrDefault(name, ""), descriptions);
            }
        }
        if (!descriptions.isEmpty()) {
            write(descriptions);
        }
    }

    private void write(Map<String, String> descriptions) {
        Elements elements = environment.getElementUtils();
        String binary = elements.getBinaryName(type).toString();
        String packaged = elements.getPackageOf(type).getQualifiedName().toString();
        String name = packaged.isEmpty() ? binary : binary.substring(packaged.length() + 1);
        try {
            FileObject file =
                    environment
                            .getFiler()
                            .createResource(
                                    StandardLocation.CLASS_OUTPUT,
                                    packaged,
                                    name + ".operations.properties",
                                    type);
            try (Writer writer = file.openWriter()) {
                writer.write(text(descriptions));
            }
        } catch (IOException e) {
            environment
                    .getMessager()
                    .printMessage(
                            Diagnostic.Kind.ERROR,
                            "the descriptions could not be written: " + e.getMessage(),
                            type);
        }
    }

    private void add(
            ExecutableElement method, JavadocText javadoc, Map<String, String> descriptions) {
        StringBuilder key = new StringBuilder(method.getSimpleName()).append('(');
        for (VariableElement parameter : method.getParameters()) {
            key.append(key.charAt(key.length() - 1) == '(' ? "" : ",");
            key.append(new TypeNames(environment).runtimeName(parameter.asType()));
        }
        key.append(')');
        put(key.toString(), javadoc.description(), descriptions);
        javadoc.parameters().forEach((name, text) -> put(key + "." + name, text, descriptions));
    }

    private static void put(String key, String text, Map<String, String> descriptions) {
        if (!text.isEmpty()) {
            descriptions.put(key, text);
        }
    }

    /** From JDK 23 on a comment has a kind. */
    private boolean isMarkdown(Element element) {
        try {
            Object kind =
                    Elements.class
                            .getMethod("getDocCommentKind", Element.class)
                            .invoke(environment.getElementUtils(), element);
            return String.valueOf(kind).equals("END_OF_LINE");
        } catch (ReflectiveOperationException older) {
            return false;
        }
    }

    private static String text(Map<String, String> descriptions) {
        StringBuilder text = new StringBuilder();
        descriptions.forEach(
                (key, value) ->
                        text.append(escaped(key, true))
                                .append('=')
                                .append(escaped(value, false))
                                .append('\n'));
        return text.toString();
    }

    private static String escaped(String text, boolean key) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "");
        return key ? escaped.replace(" ", "\\ ") : escaped;
    }
}
