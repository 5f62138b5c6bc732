package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes a first operation. */
@Command(
        name = "new",
        header = "Writes a Java file with first operations, to be changed and served.",
        description = {
            "The name is that of the operations; a path in front of it is the folder, which is"
                    + " made.",
            "A file that is there already is left alone."
        },
        footer = {
            "  operations new                              Hello.java",
            "  operations new ops/shop                     ops/Shop.java with shop.greet",
            "  operations serve --watch ops"
        })
final class NewCommand implements ConsoleCommand {
    private static final String TEMPLATE = "/new-operations.java.txt";

    private static final Pattern FIRST_OF_WORD = Pattern.compile("(?:^|[_-]+)([^_-]?)");

    /** Names that mean something else in the file. */
    private static final Set<String> TAKEN =
            Set.of("Greeting", "List", "Mutation", "Operations", "Param", "Query", "Subscription");

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "Of the operations (default: ${DEFAULT-VALUE})",
            defaultValue = "hello")
    Path name = Path.of("hello");

    @Override
    public int run(Console console) {
        String given = String.valueOf(name.getFileName()).replaceFirst("\\.java$", "");
        if (!given.matches("[A-Za-z][A-Za-z0-9_-]{0,63}")) {
            throw CommandFailure.usage(
                    "the name of operations is made of letters, digits, _ and -, and begins with a"
                            + " letter");
        }
        String namespace = given.substring(0, 1).toLowerCase(Locale.ROOT) + given.substring(1);
        String className = className(given);
        Path folder = name.getParent() == null ? Path.of("") : name.getParent();
        Path file = folder.resolve(className + ".java");
        String template = HubFile.resource(TEMPLATE);
        write(file, template.replace("@CLASS@", className).replace("@NAMESPACE@", namespace));
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("file", file.toString()).put("namespace", namespace);
        String served = folder.toString().isEmpty() ? "." : folder.toString();
        String text = "Wrote " + file + " · try: operations serve --watch " + served;
        console.result(() -> json, () -> console.line(text));
        return ExitCode.OK;
    }

    private static String className(String given) {
        String joined =
                FIRST_OF_WORD
                        .matcher(given)
                        .replaceAll(first -> first.group(1).toUpperCase(Locale.ROOT));
        return TAKEN.contains(joined) || isOfJava(joined) ? joined + "Operations" : joined;
    }

    private static boolean isOfJava(String simpleName) {
        try {
            Class.forName("java.lang." + simpleName);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void write(Path file, String text) {
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "FILE_EXISTS", e.getFile() + " is there already");
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "CANNOT_WRITE", file + " cannot be written: " + e);
        }
    }
}
