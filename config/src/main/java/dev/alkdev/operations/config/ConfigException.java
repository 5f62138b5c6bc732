package dev.alkdev.operations.config;

import java.util.List;
import java.util.stream.Collectors;

/** A config that cannot be used, with everything that is wrong with it. Threads may share it. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public ConfigException(List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file; at least one. */
    public List<ConfigProblem> problems() {
        return problems;
    }
}
