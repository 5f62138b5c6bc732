package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.Progress;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/** A wrong declaration fails at once, with a sentence for each fault. */
@SuppressWarnings("unused")
class FaultsTest {
    static class Unmarked {}

    @Operations("empty")
    static class Empty {}

    sealed interface Shape {
        record Round(int r) implements Shape {}

        record Square(int a) implements Shape {}
    }

    static class Silent extends Exception {
        private static final long serialVersionUID = 1L;

        Silent(int number) {
            super("no accessor for " + number);
        }
    }

    static class Checked extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @Operations("bad")
    static class Bad {
        @Query
        @Mutation
        String both() {
            return "";
        }

        @Query("same")
        String one() {
            return "";
        }

        @Query("same")
        String two() {
            return "";
        }

        @Query("with space")
        String name() {
            return "";
        }

        @Query
        void unreadable(int number, Shape shape) {}

        @Query
        Stream<String> streams() {
            return Stream.of();
        }

        @Subscription
        List<String> single() {
            return List.of();
        }

        @Query
        void emits(Emitter<String> emitter) {}

        @Query
        void progress(Progress progress) {}

        @Query
        void twice(@Param("a") int first, @Param("a") int second) {}

        @Query
        void badDefault(@Param(defaultValue = "x") int number) {}

        @Query
        <T> T generic(T value) {
            return value;
        }

        @Query(resource = "nothing")
        void resource() {}

        @Query
        @Fails(code = "TIMEOUT")
        void standard() {}

        @Query
        @Fails(code = "SILENT", with = Silent.class)
        void silent() throws Silent {}

        @Query
        @Fails(code = "CHECKED", with = Checked.class)
        void checked() {}

        @Query
        private void hidden() {}
    }

    private static List<String> faults() {
        return List.of(
                catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> AnnotatedOperations.of(new Bad()))
                        .getMessage()
                        .split("\n", -1));
    }

    @Test
    void allFaultsOfAClassAreReportedTogether() {
        assertThat(faults())
                .containsExactlyInAnyOrder(
                        "Bad.badDefault, parameter number: its default x does not fit"
                                + " {\"type\":\"integer\"}",
                        "Bad.both: it is one of @Query, @Mutation and @Subscription, not several",
                        "Bad.checked: it needs \"throws Checked\"",
                        "Bad.emits: an Emitter is for a @Subscription that returns nothing",
                        "Bad.generic, parameter value: its type T is not known; write a class",
                        "Bad.hidden: it is private or static; an operation is a method of an"
                                + " object",
                        "Bad.name: operation name \"with space\" has ' '; allowed are letters,"
                                + " digits, _ and - and .",
                        "Bad.progress, parameter progress: Progress is what is reported; declare"
                                + " Consumer<Progress> to report it",
                        "Bad.resource: resource should be \"type:action\" but is \"nothing\"",
                        "Bad.silent: Silent, parameter number: there is no accessor or field of"
                                + " this name and type int, from which the details are read",
                        "Bad.single: a subscription returns a Stream, Iterator, Iterable or"
                                + " Flow.Publisher, or has a parameter Emitter and returns nothing",
                        "Bad.standard: TIMEOUT is a standard code; a declared error needs one of"
                                + " its own",
                        "Bad.streams: a query returns one result; return a List, or make it a"
                                + " @Subscription",
                        "Bad.twice, parameter second: another parameter is called a as well",
                        "Bad.two: another method is bad.same as well; give one another name",
                        "Bad.unreadable, parameter shape: Shape has several subtypes but no"
                                + " discriminator; add @JsonTypeInfo(use ="
                                + " JsonTypeInfo.Id.SIMPLE_NAME, property = \"type\") to it");
    }

    @Test
    void aClassWithoutOperationsIsRefused() {
        assertThatThrownBy(() -> AnnotatedOperations.of(new Unmarked()))
                .hasMessage(
                        "Unmarked: neither it nor what it extends or implements has"
                                + " @Operations(\"namespace\")");
        assertThatThrownBy(() -> AnnotatedOperations.of(new Empty()))
                .hasMessage("Empty: none of its methods has @Query, @Mutation or @Subscription");
    }

    @Operations("half")
    interface Half {
        @Query
        String done();

        String other();
    }

    @Test
    void aClientIsMadeOfAnInterfaceWhoseMethodsAreOperations() {
        OperationRegistry registry = OperationRegistry.create();
        assertThatThrownBy(() -> Clients.bind(SmallShop.class, registry))
                .hasMessage("SmallShop: it is a class; a client is made of an interface");
        assertThatThrownBy(() -> Clients.bind(Half.class, registry))
                .hasMessage("Half.other: it needs @Query, @Mutation or @Subscription, or a body");
        assertThatThrownBy(() -> Clients.with("text", options -> {}))
                .hasMessage("String is not a client of Clients.bind");
    }
}
