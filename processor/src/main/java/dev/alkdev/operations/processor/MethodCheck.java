package dev.alkdev.operations.processor;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Checks a method that is an operation. */
final class MethodCheck {
    private static final Set<String> STREAMS =
            Set.of(
                    "java.util.stream.Stream",
                    "java.util.Iterator",
                    "java.lang.Iterable",
                    "java.util.concurrent.Flow.Publisher",
                    "dev.alkdev.operations.Subscription");

    private static final Set<String> PAGED =
            Set.of("java.util.stream.Stream", "java.util.Iterator", "java.lang.Iterable");

    private static final Set<String> STAGES =
            Set.of(
                    "java.util.concurrent.CompletionStage",
                    "java.util.concurrent.CompletableFuture");

    private static final String ENVELOPE = "dev.alkdev.operations.ResponseEnvelope";

    private final Faults faults;
    private final TypeNames types;
    private final ParameterCheck parameters;
    private final ErrorCheck errors;

    MethodCheck(ProcessingEnvironment environment, Faults faults) {
        this.faults = faults;
        this.types = new TypeNames(environment);
        this.parameters = new ParameterCheck(types, faults);
        this.errors = new ErrorCheck(types, parameters, faults);
    }

    void check(ExecutableElement method) {
        List<Mark> marks = TypeCheck.marks(method);
        boolean resource = marks.stream().anyMatch(MethodCheck::isResourceWrong);
        for (Mark mark : marks) {
            if (isResourceWrong(mark)) {
                String given = mark.text("resource");
                faults.at(method, "resource should be \"type:action\" but is \"" + given + "\"");
            }
        }
        if (!resource && marks.size() > 1) {
            faults.at(method, "it is one of @Query, @Mutation and @Subscription, not several");
        }
        if (method.getModifiers().contains(Modifier.PRIVATE)
                || method.getModifiers().contains(Modifier.STATIC)) {
            faults.at(method, "it is private or static; an operation is a method of an object");
        }
        boolean given = parameters.check(method);
        if (given && !resource && marks.size() == 1) {
            checkReturned(method, Mark.qualified(marks.getFirst().mirror()));
            errors.check(method);
        }
    }

    static boolean isResourceWrong(Mark mark) {
        String resource = mark.text("resource");
        int colon = resource.lastIndexOf(':');
        return !resource.isEmpty() && (colon < 1 || colon == resource.length() - 1);
    }

    private void checkReturned(ExecutableElement method, String kind) {
        boolean streams = kind.equals(Mark.CODE + "Subscription");
        boolean emits = parameters.hasEmitter(method);
        TypeMirror returned = method.getReturnType();
        Mark paged = Mark.of(method, "Paged");
        if (paged != null && kind.equals(Mark.CODE + "Query")) {
            checkPaged(method, returned);
        } else if (emits && (!streams || returned.getKind() != TypeKind.VOID)) {
            faults.at(method, "an Emitter is for a @Subscription that returns nothing");
        } else if (!emits && streams) {
            checkStream(method, returned);
        } else if (!emits) {
            checkSingle(method, returned, kind);
        }
        if (paged != null) {
            checkPages(method, paged, kind);
        }
    }

    private void checkPaged(ExecutableElement method, TypeMirror returned) {
        TypeMirror item = types.argument(returned);
        if (!PAGED.contains(types.name(returned))) {
            faults.at(method, "a @Paged query returns a Stream, Iterator or Iterable of the items");
        } else if (item != null && types.name(item).equals(ENVELOPE)) {
            faults.at(method, "an item of a page has no envelope of its own");
        } else {
            checkContent(method, returned);
        }
    }

    private void checkPages(ExecutableElement method, Mark paged, String kind) {
        if (!Objects.requireNonNull(method.getEnclosingElement()).getKind().isInterface()
                || !kind.equals(Mark.CODE + "Query")) {
            faults.at(
                    method,
                    "@Paged is for a @Query of an interface, whose clients read page after page");
        } else if (!paged.text("next").isEmpty() && paged.text("cursor").isEmpty()) {
            faults.at(
                    method,
                    "@Paged with next needs the cursor: the member of the input that takes it");
        }
    }

    private void checkStream(ExecutableElement method, TypeMirror returned) {
        if (STREAMS.contains(types.name(returned))) {
            checkContent(method, returned);
        } else {
            faults.at(
                    method,
                    "a subscription returns a Stream, Iterator, Iterable or Flow.Publisher, or has"
                            + " a parameter Emitter and returns nothing");
        }
    }

    private void checkSingle(ExecutableElement method, TypeMirror returned, String kind) {
        if (STREAMS.contains(types.name(returned))) {
            String word = kind.substring(Mark.CODE.length()).toLowerCase(Locale.ROOT);
            faults.at(
                    method,
                    "a " + word + " returns one result; return a List, or make it a @Subscription");
        } else if (STAGES.contains(types.name(returned))) {
            checkContent(method, returned);
        } else {
            checkData(method, returned);
        }
    }

    private void checkContent(ExecutableElement method, TypeMirror container) {
        TypeMirror content = types.argument(container);
        if (content == null) {
            faults.at(method, types.unsaid(container));
        } else {
            checkData(method, content);
        }
    }

    private void checkData(ExecutableElement method, TypeMirror type) {
        if (types.name(type).equals(ENVELOPE)) {
            checkContent(method, type);
            return;
        }
        String problem = types.problem(type);
        if (!problem.isEmpty()) {
            faults.at(method, problem);
        }
    }
}
