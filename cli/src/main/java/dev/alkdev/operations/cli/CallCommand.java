package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.Durations;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/** Calls an operation. */
@Command(
        name = "call",
        header = "Calls a query or mutation and prints its result.",
        description = {
            "The input is JSON, or members that are typed by the schema of the input.",
            "",
            "  key=value    text, a number or true, typed by the schema",
            "  key:=json    any JSON",
            "  a.b=value    a member inside another; a=1 a=2 fills an array",
            "  @file  -     JSON from a file, or from standard input"
        },
        footer = {
            "  operations call tasks.list",
            "  operations call tasks.add title='Buy milk'",
            "  operations call tasks.list done=false limit=5",
            "  operations call tasks.get '{\"id\": 1}' --envelope",
            "  echo '{\"id\": 1}' | operations call tasks.complete - --timeout 5s"
        })
final class CallCommand extends InputCommand {
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeoutConverter.class,
            description = "Timeout, as 5s, 250ms or 2m (default: that of the hub)")
    @Nullable Duration timeout;

    @Override
    boolean fits(OperationType type) {
        return type != OperationType.SUBSCRIPTION;
    }

    @Override
    int run(Target target, Console console) {
        CallResult result = withInput(target, console, input -> target.call(id, input, timeout));
        ResponseEnvelope<JsonNode> received = result.envelope();
        if (envelope || !received.isError()) {
            console.result(envelope ? received.toJson() : received.data());
        }
        if (received.isError()) {
            throw received.toFailure(id);
        }
        result.noteRemovedData(console);
        return ExitCode.OK;
    }

    /** Reads a time as {@code 5}, {@code 1.5s}, {@code 250ms} or {@code 2m}. */
    static final class TimeoutConverter implements ITypeConverter<Duration> {
        private static final String FORM =
                "a time looks like 5s, 250ms or 2m and is more than 0, but this is ";

        @Override
        public Duration convert(String text) {
            return Durations.parseSeconds(text)
                    .filter(time -> time.toMillis() > 0)
                    .orElseThrow(() -> new TypeConversionException(FORM + '"' + text + '"'));
        }
    }
}
