package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test in whose course a message was sent that is not as the schema of its version says.
 * Found by JUnit itself, so that it holds for every test of the module.
 */
public final class ConversationCheck implements AfterEachCallback, AfterAllCallback {
    @Override
    public void afterEach(ExtensionContext context) {
        check();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        check();
    }

    private static void check() {
        OddServers.replay();
        assertThat(Conversation.takeBroken())
                .as("messages that are not as the schema of their version says")
                .isEmpty();
    }
}
