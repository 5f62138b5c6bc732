package dev.alkdev.operations.processor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Checks a class whose methods are operations. */
final class TypeCheck {
    static final List<String> KINDS = List.of("Query", "Mutation", "Subscription");

    private static final int LONGEST_NAME = 128;

    private final TypeElement type;
    private final Faults faults;
    private final MethodCheck methods;
    private final OverrideCheck overrides;

    TypeCheck(TypeElement type, ProcessingEnvironment environment) {
        this.type = type;
        this.faults = new Faults(environment.getMessager());
        this.methods = new MethodCheck(environment, faults);
        this.overrides = new OverrideCheck(type, environment, faults);
    }

    void check() {
        List<ExecutableElement> marked = marked(type);
        marked.forEach(methods::check);
        marked.forEach(overrides::check);
        Mark operations = Mark.of(type, "Operations");
        if (operations == null) {
            return;
        }
        String above = type.getSuperclass().toString();
        boolean inherits =
                !type.getInterfaces().isEmpty()
                        || !(above.equals("none") || above.equals("java.lang.Object"));
        if (marked.isEmpty() && !inherits) {
            faults.at(type, "none of its methods has @Query, @Mutation or @Subscription");
        }
        checkNames(operations.text("value"), marked);
    }

    /** The methods of a class that are operations. */
    static List<ExecutableElement> marked(TypeElement type) {
        return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                .filter(method -> !marks(method).isEmpty())
                .toList();
    }

    /** The kinds of operation that a method is marked as. */
    static List<Mark> marks(ExecutableElement method) {
        List<Mark> marks = new ArrayList<>();
        for (String kind : KINDS) {
            Mark mark = Mark.of(method, kind);
            if (mark != null) {
                marks.add(mark);
            }
        }
        return marks;
    }

    private void checkNames(String namespace, List<ExecutableElement> marked) {
        Set<String> known = new HashSet<>();
        for (ExecutableElement method : marked) {
            List<Mark> marks = marks(method);
            if (marks.size() != 1 || MethodCheck.isResourceWrong(marks.getFirst())) {
                continue;
            }
            String given = marks.getFirst().text("value");
            String name = given.isEmpty() ? method.getSimpleName().toString() : given;
            checkName(method, namespace, name);
            String id = namespace + "." + name;
            if (!known.add(id) && !type.getKind().isInterface()) {
                faults.at(method, "another method is " + id + " as well; give one another name");
            }
        }
    }

    private void checkName(ExecutableElement method, String namespace, String name) {
        int dot = namespace.indexOf('.');
        String first = dot < 0 ? namespace : namespace.substring(0, dot);
        String rest = dot < 0 ? name : namespace.substring(dot + 1) + "." + name;
        if (isAllowed(method, "namespace", first, false)) {
            isAllowed(method, "name", rest, true);
        }
    }

    private boolean isAllowed(ExecutableElement method, String part, String text, boolean dots) {
        if (text.isEmpty() || text.length() > LONGEST_NAME) {
            faults.at(
                    method,
                    "operation " + part + " \"" + text + "\" should have 1 to 128 characters");
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = c < 128 && Character.isLetterOrDigit(c);
            if (!letter && c != '_' && c != '-' && !(dots && c == '.')) {
                String allowed = "'; allowed are letters, digits, _ and -" + (dots ? " and ." : "");
                faults.at(method, "operation " + part + " \"" + text + "\" has '" + c + allowed);
                return false;
            }
        }
        return true;
    }
}
