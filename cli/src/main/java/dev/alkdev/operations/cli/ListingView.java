package dev.alkdev.operations.cli;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** Shows operations as a table, or as JSON. For one thread. */
final class ListingView {
    private final Console console;

    ListingView(Console console) {
        this.console = console;
    }

    void show(Listing listing) {
        if (console.isJson()) {
            console.result(listing.toJson());
            return;
        }
        if (listing.operations().isEmpty()) {
            console.note("No operations.");
        } else {
            table(listing.operations());
            console.note(count(listing));
        }
        listing.missing().forEach(line -> console.note(Tint.ERROR.of(line)));
    }

    private void table(List<JsonNode> operations) {
        Table table = new Table("ID", "TYPE", "DESCRIPTION");
        for (JsonNode operation : operations) {
            String type = Listing.text(operation, "type");
            table.add(
                    Tint.ofType(type),
                    Listing.text(operation, "id"),
                    type,
                    Listing.text(operation, "summary"));
        }
        table.print(console);
    }

    private static String count(Listing listing) {
        int operations = listing.operations().size();
        int sources = listing.sources().size();
        return operations
                + (operations == 1 ? " operation" : " operations")
                + (sources == 0 ? "" : ", " + sources + (sources == 1 ? " source" : " sources"));
    }
}
