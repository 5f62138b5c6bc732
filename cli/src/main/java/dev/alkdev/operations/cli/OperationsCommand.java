package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.ColorMode;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The {@code operations} command. Threads do not share it. */
@Command(
        name = "operations",
        header = "One registry for everything a program can call.",
        versionProvider = OperationsCommand.Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Serves operations in a hub, and finds, describes and calls them.",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nFirst steps:%n",
        footer = {
            "  operations serve                            a hub with examples, on port 7700",
            "  operations list                             what it offers, in another terminal",
            "  operations describe tasks.add               input and output of an operation",
            "  operations call tasks.add title='Buy milk'",
            "  operations subscribe tasks.watch",
            "",
            "Exit codes: 0 ok, 1 the call failed, 2 wrong usage, 3 no hub, 4 access denied,",
            "5 not found, 6 invalid input or config, 7 timeout, 130 interrupted"
        })
public final class OperationsCommand implements ConsoleCommand {
    private static final String COMPLETION = "completion";

    /** All commands by their names, the hidden one included. */
    static final Map<String, Supplier<ConsoleCommand>> COMMANDS = all();

    private final Console console;
    private final CommandLine line;

    OperationsCommand(Console console, String... arguments) {
        this.console = console;
        this.line = new CommandLine(this);
        wanted(arguments).forEach(command -> line.addSubcommand(command.get()));
        for (CommandLine command : line.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
            spec.usageMessage().footerHeading("%nExamples:%n");
        }
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(console.out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err, true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler(this::wrongUsage);
        line.setExecutionStrategy(this::execute);
        color(ColorMode.AUTO);
    }

    private static Map<String, Supplier<ConsoleCommand>> all() {
        Map<String, Supplier<ConsoleCommand>> all = new LinkedHashMap<>();
        all.put("serve", ServeCommand::new);
        all.put("mcp", McpCommand::new);
        all.put("list", ListCommand::new);
        all.put("search", SearchCommand::new);
        all.put("describe", DescribeCommand::new);
        all.put("call", CallCommand::new);
        all.put("subscribe", SubscribeCommand::new);
        all.put("generate", GenerateCommand::new);
        all.put("inspect", InspectCommand::new);
        all.put("check", CheckCommand::new);
        all.put("token", TokenCommand::new);
        all.put("new", NewCommand::new);
        all.put(COMPLETION, CompletionCommand::new);
        all.put("train", TrainCommand::new);
        return Collections.unmodifiableMap(all);
    }

    /**
     * What has to be known for these arguments. To read the options of a command takes time, and
     * only help, suggestions and completion are about more than one.
     */
    private static Collection<Supplier<ConsoleCommand>> wanted(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        Supplier<ConsoleCommand> command = COMMANDS.get(first);
        boolean one = command != null && !first.equals(COMPLETION);
        return one ? List.of(command) : COMMANDS.values();
    }

    /** Prints one line a result for programs. */
    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print results and errors as JSON, for programs")
    void json(boolean json) {
        console.json(json);
    }

    /** Sets text off, or not. */
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            description =
                    "Colour the output: auto (on a terminal, unless NO_COLOR is set), always,"
                            + " never")
    void color(ColorMode mode) {
        console.color(mode);
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(console.colorsOut() ? Ansi.ON : Ansi.OFF));
    }

    /** The version of the command, from the manifest of its jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = OperationsCommand.class.getPackage().getImplementationVersion();
            return new String[] {"operations " + (version == null ? "(development)" : version)};
        }
    }

    @Override
    public int run(Console unused) {
        line.usage(line.getOut());
        return ExitCode.OK;
    }

    private int wrongUsage(ParameterException e, String... given) {
        // What comes after the mistake was not read, but programs still want to understand it.
        if (List.of(given).contains("--json")) {
            console.json(true);
        }
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        List<String> hints = new ArrayList<>();
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            hints.add("Did you mean " + unmatched.getSuggestions().getFirst() + "?");
        }
        hints.add("See: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return failed(CommandFailure.usage(message, hints.toArray(String[]::new)), console);
    }

    private static int failed(Exception e, Console console) {
        CommandFailure failure = CommandFailure.of(e);
        failure.print(console);
        return failure.exitCode;
    }

    /**
     * Runs one command.
     *
     * @return the exit code
     */
    static int run(Console console, String... arguments) {
        Optional<ServeCommand> plain = ServeCommand.plain(arguments);
        int code =
                plain.isPresent()
                        ? run(plain.get(), console)
                        : new OperationsCommand(console, arguments).line.execute(arguments);
        console.flush();
        IOException loss = console.loss();
        if (loss == null) {
            return code;
        }
        int lost = failed(CommandFailure.outputLost(loss), console);
        return code == ExitCode.OK ? lost : code;
    }

    private int execute(ParseResult parsed) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        ParseResult last = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
        return run((ConsoleCommand) last.commandSpec().userObject(), console);
    }

    private static int run(ConsoleCommand command, Console console) {
        try {
            return command.run(console);
        } catch (Exception e) {
            return failed(e, console);
        }
    }

    /**
     * The name of the command that is asked for, empty if there is none: the first argument that is
     * the name of a command. The launcher goes by the same rule.
     */
    static String named(String... arguments) {
        return Arrays.stream(arguments).filter(COMMANDS::containsKey).findFirst().orElse("");
    }

    /** Runs the command of a process. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(new CommandProcess(arguments).run());
    }
}
