package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryTextTest {
    private static String of(String description) {
        return SummaryText.of("", description);
    }

    @Test
    void isTheTitleIfThereIsOne() {
        assertThat(SummaryText.of("Get rate limit status", "> [!NOTE]\n> Calls do not count."))
                .isEqualTo("Get rate limit status");
        assertThat(SummaryText.of("  ", "Finds a pet. By its id.")).isEqualTo("Finds a pet.");
        assertThat(SummaryText.of("", "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Lists pets. Newest first.                        | Lists pets.",
                "Lists pets, e.g. cats. Newest first.             | Lists pets, e.g. cats.",
                "Version 1.2 of the list                          | Version 1.2 of the list",
                "**Note:** If your e-mail is *private*, it counts | Note: If your e-mail is"
                        + " private, it counts",
                "Sets the `state` of an [issue](https://x.example/a_b?c=d). | Sets the state of an"
                        + " issue.",
                "<p>Returns the <b>user</b>.</p><p>More</p>       | Returns the user.",
                "Keeps snake_case_names and 2 * 3 as they are     | Keeps snake_case_names and 2 *"
                        + " 3 as they are",
                "Fish &amp; chips &lt;fresh&gt;                   | Fish & chips <fresh>",
                "## Heading of it                                 | Heading of it"
            })
    void isTheFirstSentenceWithoutMarks(String description, String summary) {
        assertThat(of(description)).isEqualTo(summary);
    }

    @Test
    void leavesNotesOutUnlessThereIsNothingElse() {
        assertThat(of("> [!NOTE]\n> Only for admins.\n\nDeletes the team.\nFor ever."))
                .isEqualTo("Deletes the team.");
        assertThat(of("> [!WARNING]\n> **Closing down.** It ends soon."))
                .isEqualTo("Closing down.");
        assertThat(of("```json\n{\"a\": 1}\n```\nReads the file")).isEqualTo("Reads the file");
    }

    @Test
    void isOneLineOfBoundedLength() {
        assertThat(of("Reads\n  the file\tagain")).isEqualTo("Reads the file again");
        assertThat(of("word ".repeat(100))).hasSizeLessThanOrEqualTo(120).endsWith("word…");
        assertThat(of("x".repeat(119) + "😀😀")).isEqualTo("x".repeat(119) + "…");
    }

    @Test
    void costsLittleHoweverManyMarksThereAre() {
        for (String mark : new String[] {"<a ", "[", "![x](", "**", "`", "_", "> ", "<!--", "&"}) {
            assertThat(of(mark.repeat(200_000)).length()).isLessThanOrEqualTo(120);
        }
    }
}
