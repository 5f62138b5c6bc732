package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names of artifacts in XML, which no compiler reads. */
class NamesTest {
    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "<groupId>dev.alkdev.operations</groupId>\\s*<artifactId>([\\w-]+)</artifactId>"
                            + "(?:\\s*<version>([^<]+)</version>)?");

    @Test
    void artifactsOfTheGuidesExist() {
        String bom = Repository.read(Repository.ROOT.resolve("bom/pom.xml"));
        String version = bom.replaceAll("(?s).*?<version>([^<]+)</version>.*", "$1");
        List<MatchResult> found =
                Block.pages()
                        .flatMap(page -> Block.of(page).stream())
                        .filter(block -> block.language().equals("xml"))
                        .flatMap(block -> DEPENDENCY.matcher(block.text()).results())
                        .toList();

        assertThat(found).hasSizeGreaterThan(4);
        for (MatchResult dependency : found) {
            assertThat(bom).contains("<artifactId>" + dependency.group(1) + "</artifactId>");
            assertThat(dependency.group(2)).isIn(null, version);
        }
    }
}
