package dev.alkdev.operations;

/**
 * How far a failed request got. All links and sources decide by it whether to send a request again:
 * a request that may have started is sent again only if its operation is {@linkplain
 * OperationSpec#isIdempotent idempotent}.
 */
public enum Delivery {
    /** The request was not sent, so no handler has seen it. */
    NOT_SENT,

    /** The request was sent. A handler may have run, whatever the other side reports. */
    MAY_HAVE_STARTED;

    /** Whether a request for this operation may be sent again, to the same target or another. */
    public boolean allowsRetry(OperationSpec spec) {
        return this == NOT_SENT || spec.isIdempotent();
    }
}
