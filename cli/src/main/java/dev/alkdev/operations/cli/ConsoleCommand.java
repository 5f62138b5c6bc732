package dev.alkdev.operations.cli;

/** A command, whose options the parser sets. For one run. */
interface ConsoleCommand {
    /**
     * Runs it.
     *
     * @return one of {@link ExitCode}
     */
    int run(Console console) throws Exception;
}
