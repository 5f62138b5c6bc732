package dev.alkdev.operations.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds operations by words. */
@Command(
        name = "search",
        header = "Finds operations by words, a question, an id or a path.",
        description = {
            "Best matches first; understands synonyms and typing mistakes. Prints a note if",
            "nothing matches well."
        },
        footer = {
            "  operations search add a book",
            "  operations search 'how many requests do I have left' --json",
            "  operations search GET /users/{id}"
        })
final class SearchCommand extends TargetCommand {
    private static final int MOST = 1_000;

    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "What to look for")
    List<String> words = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "NUMBER",
            defaultValue = "10",
            description = "Maximum number of results (default: ${DEFAULT-VALUE})")
    int limit;

    @Override
    int run(Target target, Console console) {
        if (limit < 1 || limit > MOST) {
            throw CommandFailure.usage("--limit should be from 1 to " + MOST + " but is " + limit);
        }
        String text = String.join(" ", words);
        JsonNode found = target.listing(Map.of("search", text, "limit", String.valueOf(limit)));
        Listing listing = Listing.of(found);
        if (!found.path("fitsWell").asBoolean(true) && !listing.operations().isEmpty()) {
            console.note("Nothing fits well. The nearest:");
        }
        listing.show(console);
        return ExitCode.OK;
    }
}
