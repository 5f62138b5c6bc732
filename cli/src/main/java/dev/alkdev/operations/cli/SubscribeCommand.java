package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

/** Reads a stream. */
@Command(
        name = "subscribe",
        header = "Opens a subscription and prints each item as one line of JSON.",
        description = {
            "It ends when the stream does, after --limit items, or with Ctrl-C.",
            "The input is written as for call."
        },
        footer = {
            "  operations subscribe tasks.watch",
            "  operations subscribe tasks.watch since=0 --limit 3",
            "  operations subscribe tasks.watch --after 3",
            "  operations subscribe library.loanEvents | jq --unbuffered .kind"
        })
final class SubscribeCommand extends InputCommand {
    @Option(names = "--limit", paramLabel = "N", description = "Stop after N items")
    long limit = Long.MAX_VALUE;

    @Option(
            names = "--after",
            paramLabel = "EVENT",
            description = {
                "Resume after the item with this event id, if the operation can;",
                "--envelope shows the ids"
            })
    @Nullable String after;

    @Override
    boolean fits(OperationType type) {
        return type == OperationType.SUBSCRIPTION;
    }

    @Override
    int run(Target target, Console console) {
        if (limit < 1) {
            throw CommandFailure.usage("--limit is 1 or more, not " + limit);
        }
        withInput(target, console, input -> target.subscribe(id, input, after, envelope))
                .read(item -> print(item, console));
        return ExitCode.OK;
    }

    /** Prints an item; false if it is the last one that somebody wants. */
    private boolean print(JsonNode item, Console console) {
        console.item(item);
        // A stream without a reader would go on for ever, as before "| head -3".
        return console.flush() && --limit > 0;
    }
}
