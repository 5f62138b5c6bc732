package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class GenerateCommandTest {
    private static ExampleHub hub;

    @BeforeAll
    static void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @Test
    void anInterfaceOfANamespaceIsWrittenIntoTheFolderOfItsPackage(@TempDir Path folder)
            throws IOException {
        TestConsole console = hub.console();
        Path file = folder.resolve("com/acme/Tasks.java");

        int code =
                console.run(
                        "generate",
                        "java",
                        "--namespace",
                        "tasks",
                        "--package",
                        "com.acme",
                        "--output",
                        folder.toString());

        assertThat(code).as(console.err()).isEqualTo(ExitCode.OK);
        assertThat(console.lines()).containsExactly("Wrote " + file);
        assertThat(Files.readString(file))
                .startsWith("package com.acme;\n")
                .contains("@Operations(\"tasks\")\npublic interface Tasks {")
                .contains(
                        "CompleteOutput complete(long id)\n"
                                + "            throws TaskNotFoundException")
                .contains("> watch(");
    }

    @Test
    void singleOperationsArePrinted() {
        TestConsole console = hub.console();

        assertThat(console.run("generate", "java", "tasks.complete", "--name", "One", "-o", "-"))
                .isEqualTo(ExitCode.OK);
        assertThat(console.out()).contains("public interface One {").doesNotContain("watch(");

        TestConsole json = hub.console();
        json.run("generate", "java", "tasks.complete", "-o", "-", "--json");
        assertThat(Json.parse(json.out()).at("/sources/0/path").asString()).isEqualTo("Tasks.java");
    }

    @Test
    void whatCannotBeGeneratedIsExplained() {
        TestConsole console = hub.console();
        assertThat(console.run("generate", "java")).isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("name either operations or a --namespace");

        console = hub.console();
        assertThat(console.run("generate", "cobol", "tasks.list")).isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("the language is java, not cobol");

        console = hub.console();
        assertThat(console.run("generate", "java", "tasks.lits")).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(console.err()).contains("Did you mean tasks.list?");

        console = hub.console();
        assertThat(console.run("generate", "java", "-n", "none")).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(console.err()).contains("no operation of the namespace none");

        console = hub.console();
        assertThat(console.run("generate", "java", "tasks.list", "--package", "a b"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(console.err()).contains("\"a b\" is not a name of a Java package");
    }
}
