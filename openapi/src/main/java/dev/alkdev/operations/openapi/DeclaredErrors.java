package dev.alkdev.operations.openapi;

import dev.alkdev.operations.ErrorCode;

import java.util.List;
import java.util.Locale;

/** The codes under which an operation declares the error statuses of its API. */
record DeclaredErrors(List<Answer> errors) {
    /** {@code HTTP_404}, {@code HTTP_4XX} or {@code HTTP_DEFAULT}. */
    static String code(Answer answer) {
        return "HTTP_" + OperationNames.normalize(answer.status()).toUpperCase(Locale.ROOT);
    }

    /** The code of a status: its own, else that of its range, else the default's. */
    String code(int status) {
        for (String key : List.of(Integer.toString(status), status / 100 + "XX", "DEFAULT")) {
            for (Answer error : errors) {
                if (error.status().equalsIgnoreCase(key)) {
                    return code(error);
                }
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
