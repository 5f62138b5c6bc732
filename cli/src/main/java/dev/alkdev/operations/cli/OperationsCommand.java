package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Console.ColorMode;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;

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
public final class OperationsCommand implements Callable<Integer> {
    private static final String COMPLETION = "completion";
    private static final Map<String, BiFunction<Console, Signals, Object>> COMMANDS = all();

    private final Console console;
    private final String[] arguments;
    private final CommandLine line;

    OperationsCommand(Console console, Signals signals, String... arguments) {
        this.console = console;
        this.arguments = arguments.clone();
        this.line = new CommandLine(this);
        wanted(arguments)
                .forEach((name, command) -> line.addSubcommand(command.apply(console, signals)));
        for (CommandLine command : line.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
            spec.usageMessage().footerHeading("%nExamples:%n");
        }
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler(this::wrongUsage);
        line.setExecutionExceptionHandler((e, command, result) -> failed(e, console));
    }

    private static Map<String, BiFunction<Console, Signals, Object>> all() {
        Map<String, BiFunction<Console, Signals, Object>> all = new LinkedHashMap<>();
        all.put("serve", ServeCommand::new);
        all.put("mcp", (console, signals) -> new McpCommand(console));
        all.put("list", (console, signals) -> new ListCommand(console));
        all.put("search", (console, signals) -> new SearchCommand(console));
        all.put("describe", (console, signals) -> new DescribeCommand(console));
        all.put("call", (console, signals) -> new CallCommand(console));
        all.put("subscribe", (console, signals) -> new SubscribeCommand(console));
        all.put("generate", (console, signals) -> new GenerateCommand(console));
        all.put("inspect", (console, signals) -> new InspectCommand(console));
        all.put("check", (console, signals) -> new CheckCommand(console));
        all.put("token", (console, signals) -> new TokenCommand(console));
        all.put("new", (console, signals) -> new NewCommand(console));
        all.put(COMPLETION, (console, signals) -> new CompletionCommand(console));
        all.put("train", (console, signals) -> new TrainCommand());
        return Collections.unmodifiableMap(all);
    }

    /**
     * What has to be known for these arguments. To read the options of a command takes time, and
     * only help, suggestions and completion are about more than one.
     */
    private static Map<String, BiFunction<Console, Signals, Object>> wanted(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        BiFunction<Console, Signals, Object> command = COMMANDS.get(first);
        return command == null || first.equals(COMPLETION) ? COMMANDS : Map.of(first, command);
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
    public Integer call() {
        line.usage(line.getOut());
        return ExitCode.OK;
    }

    private int wrongUsage(ParameterException e, String... given) {
        // What comes after the mistake was not read, but programs still want to understand it.
        if (List.of(given).contains("--json")) {
            console.json(true);
        }
        String hint = "See: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        List<String> near =
                e instanceof UnmatchedArgumentException unmatched
                        ? unmatched.getSuggestions()
                        : List.of();
        CommandFailure failure =
                near.isEmpty()
                        ? CommandFailure.usage(message, hint)
                        : CommandFailure.usage(
                                message, "Did you mean " + near.getFirst() + "?", hint);
        return failed(failure, console);
    }

    private static int failed(Exception e, Console console) {
        CommandFailure failure = CommandFailure.of(e);
        failure.print(console);
        return failure.exitCode();
    }

    /**
     * Runs one command.
     *
     * @return the exit code
     */
    static int run(Console console, Signals signals, String... arguments) {
        Optional<ServeCommand> plain = ServeCommand.plain(console, signals, arguments);
        int code =
                plain.isPresent()
                        ? serve(plain.get(), console)
                        : new OperationsCommand(console, signals, arguments).execute();
        console.flush();
        IOException loss = console.loss();
        if (loss == null) {
            return code;
        }
        int lost = failed(CommandFailure.outputLost(loss), console);
        return code == ExitCode.OK ? lost : code;
    }

    private static int serve(ServeCommand command, Console console) {
        try {
            return command.call();
        } catch (RuntimeException e) {
            return failed(e, console);
        }
    }

    private int execute() {
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(console.colorsOut() ? Ansi.ON : Ansi.OFF));
        return line.execute(arguments);
    }

    /** The names of all commands, the hidden one included. */
    static List<String> names() {
        return List.copyOf(COMMANDS.keySet());
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
