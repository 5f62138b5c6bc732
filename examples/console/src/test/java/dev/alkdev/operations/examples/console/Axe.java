package dev.alkdev.operations.examples.console;

import com.microsoft.playwright.Page;

import dev.alkdev.operations.testkit.NodePackages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/** Finds what people who cannot see, or use a mouse, would stumble over. */
final class Axe {
    private static final String PACKAGE = "axe-core@4.14.0";
    private final String script;

    Axe() {
        try {
            script = Files.readString(NodePackages.of(PACKAGE).file("axe-core/axe.min.js"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with a page, one line each. */
    @SuppressWarnings("unchecked")
    List<String> violations(Page page) {
        page.evaluate(script);
        return (List<String>)
                page.evaluate(
                        "async () => (await axe.run()).violations.map(v => v.id + ': ' +"
                            + " v.nodes.map(n => n.html.slice(0, 200)).slice(0, 3).join(' | '))");
    }
}
