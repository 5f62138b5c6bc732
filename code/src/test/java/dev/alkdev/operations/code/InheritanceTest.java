package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Annotated methods that override others, and declared exceptions that extend others. */
@ExtendWith(LeakCheck.class)
class InheritanceTest {
    abstract static class Base {
        @Query(description = "Gets one of the base")
        public abstract String get(String id);

        @Query
        public String all() {
            return "base";
        }
    }

    @Operations("over")
    static class AnnotatedAgain extends Base {
        @Override
        @Query(description = "Gets mine")
        public String get(String id) {
            return "mine " + id;
        }
    }

    interface Crud<T> {
        @Query
        T get(T example);
    }

    @Operations("pets")
    interface Pets extends Crud<String> {
        @Override
        @Query(description = "Gets a pet")
        String get(String example);
    }

    @Operations("pets")
    static class AnnotatedClass implements Pets {
        @Override
        @Query(description = "Gets a pet of the class")
        public String get(String example) {
            return "pet " + example;
        }
    }

    @Operations("pets")
    interface PetsClient extends Pets {}

    private static String description(OperationRegistry registry, String id) {
        return registry.spec(id).description();
    }

    @Nested
    class OverridingMethods {
        @Test
        void replacesAnAnnotatedMethodOfTheSuperclass(OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of(new AnnotatedAgain()));

            assertThat(description(registry, "over.get")).isEqualTo("Gets mine");
            assertThat(registry.execute("over.get", Map.of("id", "1")).data().asString())
                    .isEqualTo("mine 1");
            assertThat(registry.execute("over.all", Map.of()).data().asString()).isEqualTo("base");
        }

        @Test
        void replacesAnAnnotatedMethodOfAnInterfaceWithTypeParameters(OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of((Pets) example -> "lambda " + example));

            assertThat(description(registry, "pets.get")).isEqualTo("Gets a pet");
            assertThat(Clients.bind(Pets.class, registry).get("a")).isEqualTo("lambda a");
        }

        @Test
        void replacesAnAnnotatedMethodOfAnInterfaceWithTheSameNamespace(
                OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of(new AnnotatedClass()));

            assertThat(description(registry, "pets.get")).isEqualTo("Gets a pet of the class");
        }

        @Test
        void clientsInheritTheMethodsOfAnAnnotatedInterface(OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of(new AnnotatedClass()));

            Crud<String> client = Clients.bind(PetsClient.class, registry);

            assertThat(client.get("b")).isEqualTo("pet b");
        }
    }

    @Fails(code = "PROBLEM")
    static class Problem extends Exception {
        private static final long serialVersionUID = 1L;

        Problem(String message) {
            super(message);
        }
    }

    @Fails(code = "NOT_HERE")
    static final class NotHere extends Problem {
        private static final long serialVersionUID = 1L;

        NotHere(String message) {
            super(message);
        }
    }

    @Operations("errors")
    interface Errors {
        @Query
        String generalFirst() throws Problem, NotHere;

        @Query
        String specificFirst() throws NotHere, Problem;

        @Query
        CompletableFuture<String> later() throws Problem, NotHere;
    }

    static final class FailingErrors implements Errors {
        @Override
        public String generalFirst() throws Problem {
            throw new NotHere("gone");
        }

        @Override
        public String specificFirst() throws Problem {
            throw new NotHere("gone");
        }

        @Override
        public CompletableFuture<String> later() {
            return CompletableFuture.supplyAsync(() -> "x")
                    .thenCompose(value -> CompletableFuture.failedFuture(new NotHere("gone")));
        }
    }

    @Nested
    class DeclaredExceptions {
        @Test
        void reportsTheMostSpecificDeclaredExceptionInAnyOrder(OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of(new FailingErrors()));

            for (String name : List.of("generalFirst", "specificFirst", "later")) {
                CallException failure =
                        catchThrowableOfType(
                                CallException.class,
                                () -> registry.execute("errors." + name, Map.of()));
                assertThat(failure.code()).as(name).isEqualTo("NOT_HERE");
            }
            Errors client = Clients.bind(Errors.class, registry);
            assertThatThrownBy(client::generalFirst).isInstanceOf(NotHere.class);
            assertThatThrownBy(client::specificFirst).isInstanceOf(NotHere.class);
        }
    }
}
