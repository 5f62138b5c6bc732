package dev.alkdev.operations.cli;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.NearestName;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A command that works with operations, wherever they are. For one thread. */
abstract class TargetCommand implements ConsoleCommand {
    static final String DEFAULT_HUB = "http://127.0.0.1:7700";

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description = "URL of the hub (default: $OPERATIONS_HUB, or " + DEFAULT_HUB + ")")
    @Nullable String hub;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Bearer token (default: $OPERATIONS_TOKEN, which keeps it out of process"
                            + " lists)")
    @Nullable String token;

    @Option(
            names = "--user",
            paramLabel = "NAME:PASSWORD",
            description =
                    "User and password for Basic authentication, instead of a token (default:"
                            + " $OPERATIONS_USER)")
    @Nullable String user;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Use the sources of this config, in this process, without a hub")
    @Nullable Path config;

    abstract int run(Target target, Console console);

    @Override
    public int run(Console console) {
        try (Target target = open(console)) {
            return run(target, console);
        }
    }

    private Target open(Console console) {
        if (token != null && user != null) {
            throw CommandFailure.usage("--token and --user exclude each other");
        }
        if (config == null) {
            String address = hub != null ? hub : console.variable("OPERATIONS_HUB");
            HubAddress parsed = HubAddress.parse(address == null ? DEFAULT_HUB : address);
            return new HubTarget(parsed, credentials(console), HubTarget.Timeouts.DEFAULT);
        }
        if (hub != null || user != null) {
            throw CommandFailure.usage("--config excludes --hub and --user");
        }
        String secret = token != null ? token : console.variable("OPERATIONS_TOKEN");
        return LocalTarget.open(config, secret, console, LocalTarget.PATIENCE);
    }

    /** Options take precedence over variables, and a token over a user. */
    private @Nullable String credentials(Console console) {
        if (token == null && user != null) {
            return basic(user);
        }
        String bearer = token != null ? token : console.variable("OPERATIONS_TOKEN");
        if (bearer != null) {
            return "Bearer " + bearer;
        }
        String named = console.variable("OPERATIONS_USER");
        return named == null ? null : basic(named);
    }

    private static String basic(String user) {
        if (user.indexOf(':') < 1) {
            throw CommandFailure.usage("a user for Basic authentication looks like NAME:PASSWORD");
        }
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether this command is the one for operations of a type. */
    boolean fits(OperationType type) {
        return true;
    }

    /** Does something with one operation, and helps if there is no such operation. */
    <T> T with(Target target, String id, Supplier<T> action) {
        try {
            return action.get();
        } catch (CallException failure) {
            throw switch (failure.code()) {
                case ErrorCode.OPERATION_NOT_FOUND, ErrorCode.INVALID_OPERATION_TYPE ->
                        explained(target, id, failure);
                default -> failure;
            };
        }
    }

    /**
     * What members are typed by. A hub hides the spec of what the caller may not use; the call
     * tells which scope is missing, so it is made all the same.
     */
    static SchemaView inputSchema(Target target, String id) {
        try {
            return target.describe(id).spec().inputSchema().view();
        } catch (CallException e) {
            if (e.code().equals(ErrorCode.OPERATION_NOT_FOUND)) {
                return Schema.unknown().view();
            }
            throw e;
        }
    }

    /** Stays the failure it is if it is about another operation, which this one calls. */
    private RuntimeException explained(Target target, String id, CallException failure) {
        try {
            OperationType type = target.describe(id).spec().type();
            return fits(type) ? failure : wrongType(id, type);
        } catch (CallException e) {
            boolean confirmed = e.code().equals(ErrorCode.OPERATION_NOT_FOUND);
            return confirmed ? notFound(target, id) : failure;
        } catch (CommandFailure e) {
            return failure;
        }
    }

    private static CommandFailure wrongType(String id, OperationType type) {
        String right = type == OperationType.SUBSCRIPTION ? "subscribe" : "call";
        return new CommandFailure(
                ExitCode.USAGE,
                ErrorCode.INVALID_OPERATION_TYPE,
                id + " is a " + type.wireName(),
                "Use: operations " + right + " " + id);
    }

    private static CommandFailure notFound(Target target, String id) {
        List<String> hints = new ArrayList<>();
        try {
            Listing listing = target.list(Map.of());
            nearest(id, listing.ids())
                    .ifPresent(nearest -> hints.add("Did you mean " + nearest + "?"));
            hints.addAll(listing.missing());
        } catch (CallException | CommandFailure e) {
            // Only hints are lost; what went wrong first is what counts.
            hints.clear();
        }
        if (hints.isEmpty()) {
            hints.add("See what there is with: operations list");
        }
        return new CommandFailure(
                ExitCode.NOT_FOUND,
                ErrorCode.OPERATION_NOT_FOUND,
                "there is no operation " + id + " that you may use",
                hints.toArray(String[]::new));
    }

    /** The id that differs least; of a bare name, the first id that has the nearest name. */
    static Optional<String> nearest(String written, Collection<String> ids) {
        if (written.indexOf('.') >= 0) {
            return NearestName.of(written, ids);
        }
        Map<String, String> byName = new LinkedHashMap<>();
        ids.forEach(id -> byName.putIfAbsent(id.substring(id.indexOf('.') + 1), id));
        return NearestName.of(written, byName.keySet()).map(byName::get);
    }
}
