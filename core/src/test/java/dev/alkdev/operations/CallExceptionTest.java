package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.concurrent.CancellationException;

class CallExceptionTest {
    private static final OperationSpec SPEC =
            OperationSpec.query("billing.find")
                    .fails(ErrorSpec.of("INVOICE_LOCKED", "Somebody works on it"))
                    .build();

    @Nested
    class JsonForm {
        @Test
        void theCauseIsNeverWritten() {
            CallException failure =
                    new CallException("EXECUTION_ERROR", "it failed")
                            .causedBy(new IllegalStateException("password is 1234"));

            assertThat(failure.toJson())
                    .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'it failed'}"));
            assertThat(failure).hasToString("CallException: EXECUTION_ERROR: it failed");
        }

        @Test
        void codeMessageDetailsAndRetryableSurvive() {
            CallException failure =
                    new CallException("INVOICE_LOCKED", "locked")
                            .withDetails(Map.of("by", "ann"))
                            .withRetryable(true);

            CallException read = CallException.fromJson(failure.toJson());

            assertThat(failure.toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'INVOICE_LOCKED','message':'locked','details':"
                                            + "{'by':'ann'},'retryable':true}"));
            assertThat(read.toJson()).isEqualTo(failure.toJson());
        }

        @Test
        void unknownFieldsAreIgnoredAndMissingOnesNamed() {
            assertThat(CallException.fromJson(json("{'code':'A','message':'b','later':1}")).code())
                    .isEqualTo("A");
            assertThatThrownBy(() -> CallException.fromJson(json("{'code':'A'}")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("call error: /message is missing");
        }
    }

    @Test
    void onlyRefusalsAreWorthAnotherTryByDefault() {
        assertThat(new CallException(ErrorCode.OVERLOADED, "busy").retryable()).isTrue();
        assertThat(new CallException(ErrorCode.UNAVAILABLE, "gone").retryable()).isTrue();
        assertThat(new CallException(ErrorCode.TIMEOUT, "slow").retryable()).isFalse();
    }

    @Nested
    class MapError {
        private LogCapture log = new LogCapture();

        @BeforeEach
        void capture() {
            log.close();
            log = new LogCapture();
        }

        @AfterEach
        void restore() {
            log.close();
        }

        private static CallException map(Throwable failure) {
            return ErrorMapping.map(OperationRegistry.create(), SPEC, failure);
        }

        @Test
        void aDeclaredFailureStaysAsItIs() {
            CallException declared =
                    new CallException("INVOICE_LOCKED", "locked").withDetails(Map.of("by", "ann"));

            assertThat(map(declared)).isSameAs(declared);
            assertThat(log.text()).isEmpty();
        }

        @Test
        void aStandardFailureStaysAsItIs() {
            CallException standard = new CallException(ErrorCode.UNAVAILABLE, "gone");

            assertThat(map(standard)).isSameAs(standard);
        }

        @Test
        void aFailureThatWasNotDeclaredIsAnExecutionErrorThatNamesIt() {
            CallException undeclared =
                    new CallException("SURPRISE", "boo").withDetails(Map.of("a", 1));

            CallException mapped = map(undeclared);

            assertThat(mapped.toJson())
                    .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'SURPRISE: boo'}"));
            assertThat(mapped).hasCause(undeclared);
        }

        @Test
        void anyOtherExceptionIsLoggedAndGivesNothingAway() {
            IllegalStateException bug = new IllegalStateException("password is 1234");

            CallException mapped = map(bug);

            assertThat(mapped.toJson())
                    .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'billing.find failed'}"));
            assertThat(mapped.getCause()).isSameAs(bug);
            assertThat(log.text())
                    .startsWith("WARN OperationRegistry - billing.find failed")
                    .contains("java.lang.IllegalStateException: password is 1234");
        }

        @Test
        void anInterruptThatIsNotOursIsAbortedAndLeftToTheThread() {
            CallException mapped = map(new InterruptedException());

            assertThat(Thread.interrupted()).isTrue();
            assertThat(mapped.toJson())
                    .isEqualTo(json("{'code':'ABORTED','message':'billing.find was interrupted'}"));
        }

        @Test
        void whatElseComesFromAnInterruptIsAborted() {
            Thread.currentThread().interrupt();
            assertThat(map(new CancellationException()).code()).isEqualTo("ABORTED");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(map(new ClosedByInterruptException()).code()).isEqualTo("ABORTED");
        }

        @Test
        void aCancelledFutureOfTheHandlersOwnIsAnExecutionError() {
            assertThat(map(new CancellationException()).toJson())
                    .isEqualTo(json("{'code':'EXECUTION_ERROR','message':'billing.find failed'}"));
        }

        @Test
        void errorsOfTheHandlersCodeAreExecutionErrors() {
            assertThat(map(new StackOverflowError()).code()).isEqualTo("EXECUTION_ERROR");
            assertThat(map(new NoClassDefFoundError("a/B")).code()).isEqualTo("EXECUTION_ERROR");
            assertThat(map(new AssertionError("no")).code()).isEqualTo("EXECUTION_ERROR");
        }

        @Test
        void troubleOfTheMachineIsThrownOn() {
            OutOfMemoryError trouble = new OutOfMemoryError("no more");

            assertThatThrownBy(() -> map(trouble)).isSameAs(trouble);
        }
    }
}
