package dev.alkdev.operations.docs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The shape of the house: which module may know which, and what no module may do. */
class ArchitectureTest {
    private static final String ROOT = "dev.alkdev.operations";

    /** Each module's package with those of our own it may use. */
    private static final Map<String, String[]> MODULES =
            new TreeMap<>(
                    Map.ofEntries(
                            module("schema"),
                            module("base"),
                            module("", "schema", "base"),
                            module("search", "schema", "", "base"),
                            module("tools", "schema", "", "base"),
                            module("protocol", "schema", "", "base"),
                            module("websocket", "schema", "", "base", "protocol", "web"),
                            module("redis", "schema", "", "base", "protocol"),
                            module("config", "schema", "", "base"),
                            module("web", "schema", "", "base"),
                            module("code", "schema", "", "base", "tools", "protocol", "websocket"),
                            module("scan", "schema", "", "base", "code", "processor"),
                            module("openapi", "schema", "", "base", "web"),
                            module("http", "schema", "", "base", "search", "web"),
                            module("jetty", "schema", "", "base", "web", "http"),
                            module("console", "schema", "", "base", "search", "web", "http"),
                            module("jwt", "schema", "", "base", "web", "http"),
                            module("signin", "schema", "", "base", "web", "http", "jwt"),
                            module("mcp", "schema", "", "base", "tools", "search", "web", "http"),
                            module("metrics", "", "base", "web", "http"),
                            module("audit", "", "base"),
                            module("langchain4j", "schema", "code", "", "base"),
                            module("springai", "schema", "code", "", "base"),
                            module(
                                    "spring",
                                    "schema",
                                    "",
                                    "base",
                                    "code",
                                    "protocol",
                                    "websocket",
                                    "web",
                                    "http",
                                    "mcp",
                                    "console",
                                    "search",
                                    "metrics"),
                            module(
                                    "hub",
                                    "schema",
                                    "",
                                    "base",
                                    "config",
                                    "search",
                                    "protocol",
                                    "websocket",
                                    "redis",
                                    "web",
                                    "openapi",
                                    "http",
                                    "jetty",
                                    "jwt",
                                    "signin",
                                    "mcp",
                                    "console",
                                    "scan",
                                    "metrics",
                                    "audit"),
                            module(
                                    "cli", "schema", "", "base", "search", "config", "web", "code",
                                    "openapi", "http", "mcp", "hub"),
                            module("processor"),
                            module("examples.tasks", "schema", "", "base", "openapi", "code"),
                            module("examples.notes", "schema", "", "base", "mcp"),
                            module("testkit", "schema", "", "base", "protocol")));

    /** What the two lowest modules may use besides. */
    private static final String[] FOUNDATION = {
        "java..",
        "tools.jackson..",
        "com.fasterxml.jackson.annotation..",
        "com.fasterxml.classmate..",
        "com.github.victools..",
        "jakarta.validation.constraints",
        "org.slf4j..",
        "org.jspecify.."
    };

    /** Parts of {@code schema} that are large and know nothing of it; decision 20 says why. */
    private static final String[] INSIDE_SCHEMA = {
        ROOT + ".schema.pattern", ROOT + ".schema.format"
    };

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(ROOT);

    private static Map.Entry<String, String[]> module(String name, String... below) {
        String[] packages =
                Arrays.stream(below).map(ArchitectureTest::packageOf).toArray(String[]::new);
        return Map.entry(packageOf(name), packages);
    }

    private static String packageOf(String module) {
        return module.isEmpty() ? ROOT : ROOT + "." + module;
    }

    @Test
    void theRestGatewayIsPlainServlets() {
        noClasses()
                .that()
                .resideInAPackage(packageOf("http"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(CLASSES);
    }

    @Test
    void tokensAreComparedInConstantTime() {
        classes()
                .that()
                .haveFullyQualifiedName(packageOf("config") + ".ShownToken")
                .should()
                .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
                .check(CLASSES);
        noClasses()
                .that()
                .haveNameMatching(".*\\.(hub\\.TokenStore|config\\.ShownToken)(\\$.*)?")
                .should()
                .callMethod(Arrays.class, "equals", byte[].class, byte[].class)
                .orShould()
                .callMethod(String.class, "equals", Object.class)
                .orShould()
                .callMethod(Map.class, "get", Object.class)
                .check(CLASSES);
    }

    /** Callers can be limited to some operations, which the access control does not know. */
    @Test
    void accessToAnOperationIsDecidedWithItsId() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, packageOf("testkit"))
                .and()
                .haveNameNotMatching(".*\\.(mcp\\.McpDirectory|console\\.Viewer)(\\$.*)?")
                .should()
                .callMethod(AccessControl.class, "permits", Caller.class)
                .because("OperationSpec.permits also applies the limits of the caller")
                .check(CLASSES);
    }

    @Test
    void everyModuleIsSeen() {
        assertThat(
                        CLASSES.stream()
                                .map(JavaClass::getPackageName)
                                .filter(name -> !Arrays.asList(INSIDE_SCHEMA).contains(name))
                                .distinct())
                .as("the flat packages, one a module; a new module is added to MODULES")
                .containsExactlyInAnyOrderElementsOf(MODULES.keySet());
    }

    @Test
    void modulesKnowOnlyThoseBelowThem() {
        MODULES.forEach(
                (module, allowed) -> {
                    String[] others =
                            MODULES.keySet().stream()
                                    .filter(other -> !other.equals(module))
                                    .filter(other -> !Arrays.asList(allowed).contains(other))
                                    .toArray(String[]::new);
                    if (others.length > 0) {
                        noClasses()
                                .that()
                                .resideInAPackage(module)
                                .should()
                                .dependOnClassesThat(resideInAnyPackage(others))
                                .check(CLASSES);
                    }
                });
    }

    @Test
    void onlySchemaUsesItsPatternsAndFormats() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".schema..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(INSIDE_SCHEMA))
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(INSIDE_SCHEMA)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".schema")
                .check(CLASSES);
        assertThat(
                        CLASSES.stream()
                                .filter(resideInAnyPackage(INSIDE_SCHEMA))
                                .filter(JavaClass::isTopLevelClass)
                                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                                .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("Pattern262", "CodePoints", "Formats");
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("dev.alkdev.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void coreAndWhatIsBelowItDependOnAFewLibrariesOnly() {
        String[] own = {ROOT, ROOT + ".base", ROOT + ".schema.."};
        String[] allowed =
                Stream.concat(Stream.of(FOUNDATION), Stream.of(own)).toArray(String[]::new);
        classes()
                .that()
                .resideInAnyPackage(own)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed))
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes().should(resideInANullMarkedPackage()).check(CLASSES);
    }

    @Test
    void librariesDoNotWriteToTheConsole() {
        noClasses()
                .that()
                // What a server over stdio has to say, it says on standard output.
                .resideOutsideOfPackages(ROOT + ".cli", ROOT + ".testkit", ROOT + ".examples.notes")
                .should(ACCESS_STANDARD_STREAMS)
                .check(CLASSES);
        noClasses().should().callMethod(Throwable.class, "printStackTrace").check(CLASSES);
    }

    @Test
    void locksAreReentrantLocks() {
        methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED).check(CLASSES);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses().should().haveNameMatching(".*(Impl|Utils?|Helper|Manager)").check(CLASSES);
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package marked @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(
                        new SimpleConditionEvent(
                                type, marked, type.getName() + " is in a package without it"));
            }
        };
    }
}
