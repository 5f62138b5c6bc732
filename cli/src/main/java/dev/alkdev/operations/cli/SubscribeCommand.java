package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a stream. */
@Command(
        name = "subscribe",
        header = "Opens a subscription and prints each item as one line of JSON.",
        description = {
            "It ends when the stream does, after --limit items, or with Ctrl-C.",
            "The input is written as for call."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  operations subscribe tasks.watch",
            "  operations subscribe tasks.watch since=0 --limit 3",
            "  operations subscribe tasks.watch --after 3",
            "  operations subscribe library.loanEvents | jq --unbuffered .kind"
        })
final class SubscribeCommand extends TargetCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The operation, as namespace.name")
    String id = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "INPUT",
            description = "JSON, @file, -, or members as key=value; nothing is {}")
    List<String> arguments = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "N", description = "End after so many items")
    long limit = Long.MAX_VALUE;

    @Option(
            names = "--after",
            paramLabel = "EVENT",
            description = {
                "Resume after the item with this event id, if the operation can;",
                "--envelope shows the ids"
            })
    @Nullable String after;

    @Option(names = "--envelope", description = "Print whole envelopes, with meta")
    boolean envelope;

    SubscribeCommand(Console console) {
        super(console);
    }

    @Override
    boolean fits(OperationType type) {
        return type == OperationType.SUBSCRIPTION;
    }

    @Override
    int run(Target target) {
        if (limit < 1) {
            throw CommandFailure.usage("--limit is 1 or more, not " + limit);
        }
        InputArguments given = InputArguments.parse(arguments, console().in());
        try (ItemStream items = with(target, id, () -> open(target, given))) {
            print(items);
        }
        return ExitCode.OK;
    }

    private ItemStream open(Target target, InputArguments given) {
        JsonNode input = given.input(() -> inputSchema(target, id));
        return target.subscribe(new StreamRequest(id, input, after, envelope));
    }

    private void print(ItemStream items) {
        Console console = console();
        for (long count = 0; count < limit; count++) {
            Optional<JsonNode> item = items.next();
            if (item.isEmpty()) {
                return;
            }
            console.item(item.get());
            // A stream without a reader would go on for ever, as before "| head -3".
            if (!console.flush()) {
                return;
            }
        }
    }
}
