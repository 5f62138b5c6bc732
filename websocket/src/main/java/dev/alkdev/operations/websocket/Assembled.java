package dev.alkdev.operations.websocket;

/** What became of a part of a message. */
enum Assembled {
    /** It was kept, read or passed over. */
    TAKEN,
    /** The message is so long that reading on makes no sense. */
    ENDLESS,
    /** The message is not the UTF-8 that a text must be. */
    NOT_UTF8,
    /** There is no room for what all messages have that are not complete. */
    NO_ROOM
}
