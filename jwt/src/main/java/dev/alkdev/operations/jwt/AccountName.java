package dev.alkdev.operations.jwt;

/** Decides which names of accounts identify a caller: people read them in logs and listings. */
public final class AccountName {
    private static final int LONGEST = 200;

    private AccountName() {}

    /**
     * Whether a name is not blank, not too long, and has no invisible characters. With those, two
     * names could look alike, or a name could change how the text beside it is shown.
     */
    public static boolean isUsable(String name) {
        return !name.isBlank()
                && name.length() <= LONGEST
                && name.codePoints().noneMatch(AccountName::isInvisible);
    }

    private static boolean isInvisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> character != ' ' && Character.isSpaceChar(character);
        };
    }
}
