package dev.alkdev.operations.http;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** The text of a cursor of a listing, which holds the id of the last operation of a page. */
final class ListingCursor {
    private static final Logger LOG = LoggerFactory.getLogger(ListingCursor.class);
    private static final Pattern OPERATION_ID = Pattern.compile("[A-Za-z0-9_-]+[.][A-Za-z0-9_.-]+");

    private ListingCursor() {}

    static String write(String lastId) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(lastId.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The id of the last operation of the previous page.
     *
     * @throws CallException {@code VALIDATION_ERROR} if no listing has written the cursor
     */
    static String read(String cursor) {
        try {
            String id = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (OPERATION_ID.matcher(id).matches()) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("A cursor is not in Base64", e);
        }
        throw new CallException(
                ErrorCode.VALIDATION_ERROR, "cursor should be the nextCursor of a listing's page");
    }
}
