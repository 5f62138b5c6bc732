package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

/**
 * Progress of a call.
 *
 * @param amount what is done, in units of the operation's choice; it should grow
 * @param total what there is to do in the same units, if that is known
 * @param message for people, if there is one
 * @param more further members of a report that came from elsewhere, such as {@code _meta} of an MCP
 *     server; they are passed on as they are
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Progress(
        @JsonProperty("amount") double amount,
        @JsonProperty("total") @Nullable Double total,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("more") @Nullable ObjectNode more) {
    @JsonCreator
    public Progress {
        if (!Double.isFinite(amount) || (total != null && !Double.isFinite(total))) {
            throw new IllegalArgumentException(
                    "progress should be finite but is " + amount + " of " + total);
        }
    }

    /** Progress without further members. */
    public Progress(double amount, @Nullable Double total, @Nullable String message) {
        this(amount, total, message, null);
    }
}
