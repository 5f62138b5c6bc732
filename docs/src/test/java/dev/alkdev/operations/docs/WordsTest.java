package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs do not say, tell, let, stand or go on: the rule about words in CONTRIBUTING. */
class WordsTest {
    private static final Pattern FOR_PEOPLE =
            Pattern.compile(
                    "(?i)\\b(says?|saying|said|tells?|telling|told|lets?|letting|stands?|standing"
                            + "|stood|go(es)? on|going on|went on|tried again)\\b");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ .*$");

    @Test
    void javadocBeginsWithTheWordsOfAProgram() {
        List<String> sentences =
                Repository.files(".java").stream()
                        .filter(file -> file.toString().contains("/src/main/java/"))
                        .flatMap(WordsTest::firstSentences)
                        .toList();

        assertThat(sentences).hasSizeGreaterThan(3_000);
        assertThat(forPeople(sentences)).isEmpty();
    }

    @Test
    void soDoHeadings() {
        List<String> headings =
                Block.pages()
                        .flatMap(page -> HEADING.matcher(Repository.read(page)).results())
                        .map(MatchResult::group)
                        .toList();

        assertThat(headings).hasSizeGreaterThan(200);
        assertThat(forPeople(headings)).isEmpty();
    }

    private static List<String> forPeople(List<String> texts) {
        return texts.stream().filter(text -> FOR_PEOPLE.matcher(text).find()).toList();
    }

    private static Stream<String> firstSentences(Path file) {
        return JAVADOC.matcher(Repository.read(file))
                .results()
                .map(found -> found.group(1).replaceAll("\\s+\\*?\\s*", " ").strip())
                .map(text -> text.split("(?<=\\.) | ?<p>| @(param|return|throws|see) ", 2)[0])
                .map(sentence -> file.getFileName() + ": " + sentence);
    }
}
