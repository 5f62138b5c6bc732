package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.concurrent.CountDownLatch;

/** Small words for tests that call operations. */
final class Calls {
    static final JsonNode NOTHING = NullNode.getInstance();

    private Calls() {}

    static CallException failure(Runnable call) {
        CallException failure = catchThrowableOfType(CallException.class, call::run);
        assertThat(failure).as("the failure of the call").isNotNull();
        return failure;
    }

    static OperationSpec query(String id) {
        return OperationSpec.query(id).build();
    }

    static OperationSpec subscription(String id) {
        return OperationSpec.subscription(id).build();
    }

    /** Blocks until the thread is interrupted. */
    static void waitForInterrupt() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
