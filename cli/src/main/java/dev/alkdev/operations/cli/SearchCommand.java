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
            "The best come first. Other words for the same and typing mistakes are understood.",
            "If nothing fits well, it says so."
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
            description = "At most so many (default: ${DEFAULT-VALUE})")
    int limit;

    SearchCommand(Console console) {
        super(console);
    }

    @Override
    int run(Target target) {
        if (limit < 1 || limit > MOST) {
            throw CommandFailure.usage("--limit should be from 1 to " + MOST + " but is " + limit);
        }
        String text = String.join(" ", words);
        JsonNode found = target.listing(Map.of("search", text, "limit", String.valueOf(limit)));
        Listing listing = Listing.of(found);
        if (!found.path("fitsWell").asBoolean(true) && !listing.operations().isEmpty()) {
            console().note("Nothing fits well. The nearest:");
        }
        listing.show(console());
        return ExitCode.OK;
    }
}
