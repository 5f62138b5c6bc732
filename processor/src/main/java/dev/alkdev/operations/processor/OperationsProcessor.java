package dev.alkdev.operations.processor;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * An annotation processor for classes with {@code @Operations}. It reports wrong declarations as
 * errors of the compiler, and writes the Javadoc of operations, of their parameters and of the
 * records they use beside these classes, from where {@code AnnotatedOperations.of} takes
 * descriptions. Each class is processed by itself. Found by the compiler; nobody calls it.
 */
public final class OperationsProcessor extends AbstractProcessor {
    /** A file is written once, however many operations use a record. */
    private final Set<String> described = new HashSet<>();

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(
                Mark.CODE + "Operations",
                Mark.CODE + "Query",
                Mark.CODE + "Mutation",
                Mark.CODE + "Subscription");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Set<TypeElement> types = new LinkedHashSet<>();
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                Element type =
                        element instanceof TypeElement ? element : element.getEnclosingElement();
                types.add((TypeElement) type);
            }
        }
        for (TypeElement type : types) {
            new TypeCheck(type, processingEnv).check();
            describe(type);
            for (TypeElement used : new UsedRecords(processingEnv).of(type)) {
                describe(used);
            }
        }
        return false;
    }

    private void describe(TypeElement type) {
        if (described.add(type.getQualifiedName().toString())) {
            new DescriptionFile(type, processingEnv).write();
        }
    }
}
