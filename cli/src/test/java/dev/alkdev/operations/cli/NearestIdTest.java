package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class NearestIdTest {
    private static final List<String> IDS =
            List.of("tasks.list", "tasks.add", "library.listBooks", "library.addBook");

    @ParameterizedTest
    @CsvSource({
        "taks.list, tasks.list",
        "tasks.lst, tasks.list",
        "Tasks.List, tasks.list",
        "task.list, tasks.list",
        "list, tasks.list",
        "addbook, library.addBook",
        "libary.listBook, library.listBooks",
    })
    void theNearestIdIsFound(String written, String nearest) {
        assertThat(TargetCommand.nearest(written, IDS)).contains(nearest);
    }

    @ParameterizedTest
    @CsvSource({"zeppelin.fly", "tasks.defenestrate", "x.y"})
    void nothingIsFoundFarAway(String written) {
        assertThat(TargetCommand.nearest(written, IDS)).isEmpty();
    }
}
