package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

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

    interface GenericVault<T> {
        @Query(scopes = "admin")
        T open(T key);
    }

    @Operations("vault")
    interface Vault extends GenericVault<String> {
        @Override
        @Query(scopes = "admin")
        String open(String key);

        @Query(anyScope = {"a", "b"})
        String list();

        @Query(resource = "vault:read")
        String read();
    }

    private abstract static class VaultBase implements Vault {
        @Override
        public String open(String key) {
            return key;
        }

        @Override
        public String list() {
            return "list";
        }

        @Override
        public String read() {
            return "read";
        }
    }

    @Operations("vault")
    static final class ForgetsScopes extends VaultBase {
        @Override
        @Query(description = "Opens it")
        public String open(String key) {
            return key;
        }
    }

    @Operations("vault")
    static final class ForgetsAnyScope extends VaultBase {
        @Override
        @Query(anyScope = {"a", "b", "c"})
        public String list() {
            return "list";
        }
    }

    @Operations("vault")
    static final class ForgetsResource extends VaultBase {
        @Override
        @Query(resource = "vault:list")
        public String read() {
            return "read";
        }
    }

    @Operations("vault")
    static final class OtherName extends VaultBase {
        @Override
        @Query("look")
        public String read() {
            return "read";
        }
    }

    @Operations("cellar")
    static final class OtherNamespace extends VaultBase {
        @Override
        @Query
        public String open(String key) {
            return key;
        }
    }

    @Operations("cellar")
    static final class GenericInterface implements GenericVault<String> {
        @Override
        @Query
        public String open(String key) {
            return key;
        }
    }

    static class OpenBase {
        @Query
        public String open(String key) {
            return key;
        }
    }

    @Operations("cellar")
    static final class InheritsTheImplementation extends OpenBase implements GenericVault<String> {}

    @Operations("cellar")
    static class Cellar {
        @Query
        public String open(String key) {
            return key;
        }
    }

    /** Without {@code @Operations}, so that its annotation is not the one of the operation. */
    static final class StricterCellar extends Cellar {
        @Override
        @Query(scopes = "admin")
        public String open(String key) {
            return key;
        }
    }

    static class UnmarkedBase {
        @Query(scopes = "admin")
        public String open(String key) {
            return key;
        }
    }

    @Operations("cellar")
    static final class UnmarkedSuperclass extends UnmarkedBase {
        @Override
        @Query
        public String open(String key) {
            return key;
        }
    }

    @Operations("vault")
    static final class RequiresMore extends VaultBase {
        @Override
        @Query(scopes = {"root", "admin"})
        public String open(String key) {
            return key;
        }

        @Override
        @Query(anyScope = "b")
        public String list() {
            return "list";
        }

        @Override
        @Query(scopes = "auditor", resource = "vault:read")
        public String read() {
            return "read";
        }
    }

    @Operations("vault")
    static final class RequiresOneOfThem extends VaultBase {
        @Override
        @Query(scopes = "a")
        public String list() {
            return "list";
        }
    }

    @Nested
    class AccessOfOverriddenMethods {
        static Stream<Arguments> weaker() {
            return Stream.of(
                    arguments(new ForgetsScopes(), "ForgetsScopes.open", "Vault.open"),
                    arguments(new GenericInterface(), "GenericInterface.open", "GenericVault.open"),
                    arguments(new ForgetsAnyScope(), "ForgetsAnyScope.list", "Vault.list"),
                    arguments(new ForgetsResource(), "ForgetsResource.read", "Vault.read"),
                    arguments(new OtherName(), "OtherName.read", "Vault.read"),
                    arguments(new OtherNamespace(), "OtherNamespace.open", "Vault.open"),
                    arguments(
                            new InheritsTheImplementation(), "OpenBase.open", "GenericVault.open"),
                    arguments(
                            new UnmarkedSuperclass(),
                            "UnmarkedSuperclass.open",
                            "UnmarkedBase.open"),
                    arguments(new StricterCellar(), "Cellar.open", "StricterCellar.open"));
        }

        @ParameterizedTest
        @MethodSource("weaker")
        void isNeverWeakened(Object instance, String operation, String other) {
            assertThatThrownBy(() -> AnnotatedOperations.of(instance))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            operation
                                    + ": it requires less access than "
                                    + other
                                    + ", which is the same method; repeat that access, or require"
                                    + " more");
        }

        @Test
        void mayBeStrengthened(OperationRegistry registry) {
            registry.registerAll(AnnotatedOperations.of(new RequiresMore()));

            assertThat(registry.spec("vault.open").accessControl())
                    .isEqualTo(AccessControl.requires("root", "admin"));
            assertThat(AnnotatedOperations.of(new RequiresOneOfThem())).hasSize(3);
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
