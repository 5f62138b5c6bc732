package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.OperationRegistry;

import tools.jackson.databind.node.NullNode;

/** Tools that change what the server lists. */
final class ChangingTools {
    private static final String EXTRA = "test.extra_tool";

    private ChangingTools() {}

    static void addTo(Tools tools, OperationRegistry registry, TestCatalog catalog) {
        tools.add(
                "trigger_tool_change",
                "Adds a tool, or removes it again",
                (input, context) -> {
                    if (!registry.remove(EXTRA)) {
                        registry.register(
                                Tools.spec(EXTRA, "Comes and goes"),
                                (none, itsContext) -> NullNode.getInstance());
                    }
                    return Tools.text("The list of tools has changed");
                });
        tools.add(
                "trigger_prompt_change",
                "Adds a prompt, or removes it again",
                (input, context) -> {
                    catalog.toggleExtraPrompt();
                    return Tools.text("The list of prompts has changed");
                });
    }
}
