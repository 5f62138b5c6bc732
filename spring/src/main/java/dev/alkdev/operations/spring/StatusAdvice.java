package dev.alkdev.operations.spring;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;

import java.util.Map;
import java.util.Optional;

/**
 * Keeps the HTTP status and the reason of exceptions that name one: {@code ResponseStatusException}
 * and other {@code ErrorResponse}s, and classes with {@code @ResponseStatus}. Threads share it.
 */
final class StatusAdvice implements HandlerAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(StatusAdvice.class);
    private static final LogCounter SERVER_ERRORS = new LogCounter();

    /** The detail by which REST chooses the status of a failure. */
    static final String HTTP_STATUS = "httpStatus";

    @Override
    public Optional<CallException> translate(String operationId, Throwable failure) {
        return Optional.ofNullable(status(operationId, failure));
    }

    private static @Nullable CallException status(String operationId, Throwable failure) {
        if (failure instanceof ErrorResponse response) {
            if (response.getStatusCode().is5xxServerError() && SERVER_ERRORS.due(operationId) > 0) {
                LOG.warn("{} failed with {}", operationId, response.getStatusCode(), failure);
            }
            return failure(response.getStatusCode(), reason(response));
        }
        ResponseStatus status =
                AnnotatedElementUtils.findMergedAnnotation(
                        failure.getClass(), ResponseStatus.class);
        return status == null ? null : failure(status.code(), status.reason());
    }

    private static @Nullable String reason(ErrorResponse response) {
        return response instanceof ResponseStatusException exception
                ? exception.getReason()
                : response.getBody().getDetail();
    }

    private static @Nullable CallException failure(HttpStatusCode status, @Nullable String reason) {
        if (!status.isError()) {
            return null;
        }
        int number = status.value();
        return new CallException(code(number), message(number, reason))
                .withRetryable(number == 429 || number == 503)
                .withDetails(Map.of(HTTP_STATUS, number));
    }

    private static String code(int status) {
        return switch (status) {
            case 400, 422 -> ErrorCode.VALIDATION_ERROR;
            case 401, 403 -> ErrorCode.ACCESS_DENIED;
            default -> ErrorCode.EXECUTION_ERROR;
        };
    }

    private static String message(int status, @Nullable String reason) {
        if (reason != null && !reason.isBlank()) {
            return reason;
        }
        HttpStatus known = HttpStatus.resolve(status);
        return known == null ? "HTTP status " + status : known.getReasonPhrase();
    }
}
