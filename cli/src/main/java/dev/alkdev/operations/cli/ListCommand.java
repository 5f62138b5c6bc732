package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Lists operations. */
@Command(
        name = "list",
        header = "Lists the operations you may use.",
        footer = {
            "  operations list",
            "  operations list --namespace tasks --type mutation",
            "  operations list --json | jq -r '.operations[].id'"
        })
final class ListCommand extends TargetCommand {
    @Option(
            names = {"-n", "--namespace"},
            description = "Only this namespace")
    String namespace = "";

    @Option(
            names = {"-t", "--type"},
            paramLabel = "TYPE",
            description = "Only one type: ${COMPLETION-CANDIDATES}",
            completionCandidates = ListCommand.Types.class)
    @Nullable String type;

    @Option(names = "--tag", description = "Only operations with this tag")
    String tag = "";

    @Option(names = "--ids", description = "Print only the ids, one on each line")
    boolean ids;

    @Override
    int run(Target target, Console console) {
        if (type != null && !Types.NAMES.contains(type)) {
            throw CommandFailure.usage(
                    "--type is one of " + String.join(", ", Types.NAMES) + ", not " + type);
        }
        String brief = console.isJson() ? "" : "true";
        String wanted = Objects.requireNonNullElse(type, "");
        Listing listing =
                target.list(
                        Map.of("brief", brief, "namespace", namespace, "type", wanted, "tag", tag));
        if (ids && !console.isJson()) {
            listing.ids().forEach(console::line);
        } else {
            listing.show(console);
        }
        return ExitCode.OK;
    }

    /** The types of operations, for help and completion. */
    static final class Types implements Iterable<String> {
        static final List<String> NAMES =
                Arrays.stream(OperationType.values()).map(OperationType::wireName).toList();

        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }
}
