package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Member;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names that no compiler reads: of artifacts in XML, of classes and members in a table. */
class NamesTest {
    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "<groupId>dev.alkdev.operations</groupId>\\s*<artifactId>([\\w-]+)</artifactId>"
                            + "(?:\\s*<version>([^<]+)</version>)?");

    /** A class, perhaps one within it, perhaps a member. */
    private static final Pattern NAME =
            Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(\\.[A-Z]\\w*[a-z]\\w*)?(?:\\.(\\w+))?[^`]*`");

    private static final Map<String, Path> CLASSES = classes();

    private static Map<String, Path> classes() {
        Map<String, Path> found = new HashMap<>();
        for (Path file : Repository.files(".java")) {
            if (file.toString().contains("/src/main/java/dev/alkdev/operations/")) {
                found.put(file.getFileName().toString().replace(".java", ""), file);
            }
        }
        return found;
    }

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

    @Test
    void whatTheTableForTypeScriptNamesExists() throws ClassNotFoundException {
        String page = Repository.read(Repository.ROOT.resolve("docs/guide/from-typescript.md"));
        List<String> names = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String row : page.lines().filter(line -> line.startsWith("| `")).toList()) {
            for (MatchResult name : NAME.matcher(row.split("\\|", -1)[2]).results().toList()) {
                Path file = CLASSES.get(name.group(1));
                if (file != null) {
                    names.add(name.group());
                    if (!exists(file, Objects.toString(name.group(2), ""), name.group(3))) {
                        missing.add(name.group());
                    }
                }
            }
        }
        assertThat(names).hasSizeGreaterThan(60);
        assertThat(missing).isEmpty();
    }

    private static boolean exists(Path file, String nested, @Nullable String member)
            throws ClassNotFoundException {
        String name =
                file.toString().replaceAll(".*/src/main/java/(.*)\\.java", "$1").replace('/', '.');
        Class<?> found = Class.forName(name + nested.replace('.', '$'));
        return member == null
                || Stream.<Member[]>of(found.getMethods(), found.getFields())
                        .flatMap(Stream::of)
                        .anyMatch(each -> each.getName().equals(member));
    }
}
