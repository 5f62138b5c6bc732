package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every link between pages leads to a file, and to a heading in it. */
class LinksTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(#[^)\\s]*)?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @TestFactory
    Stream<DynamicTest> allLinksOfAPage() {
        return Repository.files(".md").stream()
                .map(
                        page ->
                                DynamicTest.dynamicTest(
                                        Repository.ROOT.relativize(page).toString(),
                                        () -> assertThat(broken(page)).isEmpty()));
    }

    private static List<String> broken(Path page) {
        List<String> broken = new ArrayList<>();
        for (MatchResult link : LINK.matcher(Repository.read(page)).results().toList()) {
            if (!link.group(1).contains("://") && !leads(page, link.group(1), link.group(2))) {
                broken.add(link.group());
            }
        }
        return broken;
    }

    private static boolean leads(Path page, String file, @Nullable String anchor) {
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return Files.exists(target)
                && (anchor == null
                        || anchors(Repository.read(target)).contains(anchor.substring(1)));
    }

    private static List<String> anchors(String page) {
        return HEADING.matcher(page)
                .results()
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(text -> text.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }
}
