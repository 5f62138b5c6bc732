package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Brings a task list into a hub, as {@code provider: tasks}. Options: {@code scopes: true} makes
 * every change of the list need the scope {@code tasks:write}; {@code maxTasks} bounds it, to 1000
 * unless given; {@code examples: true} puts three tasks into it. Threads may share it.
 */
public final class TasksProvider implements SourceProvider {
    private static final List<String> EXAMPLES =
            List.of("List the operations", "Call one of them", "Watch what happens");

    @Override
    public String name() {
        return "tasks";
    }

    @Override
    public Optional<Set<String>> optionKeys() {
        return Optional.of(Set.of("scopes", "maxTasks", "examples"));
    }

    @Override
    public OperationSource create(String namespace, JsonNode options) {
        SourceOptions given = new SourceOptions(name(), options);
        AccessControl writing =
                given.flag("scopes") ? AccessControl.requires("tasks:write") : AccessControl.none();
        int maximum = given.number("maxTasks", 1_000, EXAMPLES.size(), 100_000);
        TaskList tasks = new TaskList(Clock.tickMillis(ZoneOffset.UTC), maximum);
        if (given.flag("examples")) {
            EXAMPLES.forEach(tasks::add);
        }
        return new TasksSource(namespace, tasks, writing);
    }
}
