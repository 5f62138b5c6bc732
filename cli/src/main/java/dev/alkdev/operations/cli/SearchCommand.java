package dev.alkdev.operations.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds operations by words. */
@Command(
        name = "search",
        header = "Finds operations by words in their id, title, description or tags.",
        description =
                "All words must occur. Operations with the words in their id are listed first.",
        footerHeading = "%nExamples:%n",
        footer = {"  operations search task", "  operations search add book --json"})
final class SearchCommand extends TargetCommand {
    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "Words to search for")
    List<String> words = new ArrayList<>();

    SearchCommand(Console console) {
        super(console);
    }

    @Override
    int run(Target target) {
        List<String> wanted =
                words.stream()
                        .flatMap(word -> List.of(word.strip().split("\\s+")).stream())
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .toList();
        String longest = wanted.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
        Listing found = target.list(ListingFilter.mentioning(longest));
        List<JsonNode> fitting =
                found.operations().stream()
                        .filter(operation -> hasAll(text(operation), wanted))
                        .sorted(Comparator.comparing(operation -> !idHasAll(operation, wanted)))
                        .toList();
        new ListingView(console()).show(found.withOperations(fitting));
        return ExitCode.OK;
    }

    private static boolean idHasAll(JsonNode operation, List<String> wanted) {
        return hasAll(Listing.text(operation, "id").toLowerCase(Locale.ROOT), wanted);
    }

    private static boolean hasAll(String text, List<String> wanted) {
        return wanted.stream().allMatch(text::contains);
    }

    private static String text(JsonNode operation) {
        String all =
                String.join(
                        "\n",
                        Listing.text(operation, "id"),
                        Listing.text(operation, "title"),
                        Listing.text(operation, "description"),
                        operation.path("tags").toString());
        return all.toLowerCase(Locale.ROOT);
    }
}
