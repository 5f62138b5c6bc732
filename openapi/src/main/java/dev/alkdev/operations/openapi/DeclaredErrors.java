package dev.alkdev.operations.openapi;

import dev.alkdev.operations.ErrorCode;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The codes under which an operation declares the error statuses of its API. */
final class DeclaredErrors {
    private final Map<String, String> codes = new HashMap<>();

    DeclaredErrors(List<Answer> errors) {
        errors.forEach(answer -> codes.put(key(answer.status()), code(answer)));
    }

    private static String key(String status) {
        return status.toUpperCase(Locale.ROOT);
    }

    /** {@code HTTP_404}, {@code HTTP_4XX} or {@code HTTP_DEFAULT}. */
    static String code(Answer answer) {
        return "HTTP_" + OperationNames.normalize(answer.status()).toUpperCase(Locale.ROOT);
    }

    /** The code of a status: its own, else that of its range, else the default's. */
    String code(int status) {
        for (String key : List.of(Integer.toString(status), status / 100 + "XX", "DEFAULT")) {
            String code = codes.get(key);
            if (code != null) {
                return code;
            }
        }
        return ErrorCode.EXECUTION_ERROR;
    }

    /**
     * The status with which a REST gateway passes an error on: an error of the API's caller is one
     * of ours; whatever went wrong between us and the API is not.
     */
    static int passedOn(int status) {
        boolean callers = status >= 400 && status < 500 && status != 401 && status != 407;
        return callers ? status : 502;
    }
}
