package dev.alkdev.operations.websocket;

/** The WebSocket close codes that are used here. */
final class CloseCode {
    static final int NORMAL = 1000;
    static final int GOING_AWAY = 1001;

    /** Never sent: the connection went without a word. */
    static final int ABNORMAL = 1006;

    static final int NOT_UTF8 = 1007;
    static final int POLICY = 1008;
    static final int TOO_BIG = 1009;
    static final int INTERNAL_ERROR = 1011;
    static final int TRY_AGAIN_LATER = 1013;

    /** What a close frame has room for, in bytes. */
    private static final int MAX_REASON = 120;

    private CloseCode() {}

    /** A reason as a close frame can carry it. */
    static String fit(String reason) {
        StringBuilder fitting = new StringBuilder(Math.min(reason.length(), MAX_REASON));
        for (int i = 0; i < reason.length() && fitting.length() < MAX_REASON; i++) {
            char next = reason.charAt(i);
            fitting.append(next < 128 ? next : '?');
        }
        return fitting.toString();
    }

    static String describe(int code, String reason) {
        return reason.isEmpty() ? "close code " + code : "close code " + code + ", " + reason;
    }
}
