package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists operations. */
@Command(
        name = "list",
        header = "Lists the operations you may use.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  operations list",
            "  operations list --namespace tasks --type mutation",
            "  operations list --json | jq -r '.operations[].id'"
        })
final class ListCommand extends TargetCommand {
    @Option(
            names = {"-n", "--namespace"},
            description = "Only this namespace")
    @Nullable String namespace;

    @Option(
            names = {"-t", "--type"},
            paramLabel = "TYPE",
            description = "Only one type: ${COMPLETION-CANDIDATES}",
            completionCandidates = OperationTypes.class)
    @Nullable String type;

    @Option(names = "--tag", description = "Only operations with this tag")
    @Nullable String tag;

    ListCommand(Console console) {
        super(console);
    }

    @Override
    int run(Target target) {
        if (type != null && !OperationTypes.NAMES.contains(type)) {
            throw CommandFailure.usage(
                    "--type is one of "
                            + String.join(", ", OperationTypes.NAMES)
                            + ", not "
                            + type);
        }
        ListingFilter filter = new ListingFilter(namespace, type, tag, !console().isJson());
        new ListingView(console()).show(target.list(filter));
        return ExitCode.OK;
    }
}
