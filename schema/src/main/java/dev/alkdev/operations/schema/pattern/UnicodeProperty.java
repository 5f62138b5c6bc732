package dev.alkdev.operations.schema.pattern;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What <code>\p{…}</code> can name, as far as the Java platform knows it. Script extensions are
 * taken for scripts.
 */
final class UnicodeProperty {
    private static final Map<String, Integer> CATEGORIES = categories();
    private static final Map<String, IntPredicate> BINARY = binary();

    private UnicodeProperty() {}

    /**
     * The code points with a property such as {@code Lu} or {@code Script=Greek}; null if unknown.
     */
    static @Nullable IntPredicate named(String expression) {
        int equals = expression.indexOf('=');
        if (equals < 0) {
            IntPredicate category = category(expression);
            return category != null ? category : BINARY.get(expression);
        }
        String value = expression.substring(equals + 1);
        return switch (expression.substring(0, equals)) {
            case "General_Category", "gc" -> category(value);
            case "Script", "sc", "Script_Extensions", "scx" -> script(value);
            default -> null;
        };
    }

    private static @Nullable IntPredicate category(String name) {
        Integer mask = CATEGORIES.get(name);
        if (mask == null) {
            return null;
        }
        int types = mask;
        return codePoint -> ((types >> Character.getType(codePoint)) & 1) != 0;
    }

    private static @Nullable IntPredicate script(String name) {
        boolean capitalized =
                name.length() > 1
                        && Character.isUpperCase(name.charAt(0))
                        && Character.isLowerCase(name.charAt(1));
        if (!capitalized) {
            return null;
        }
        try {
            var script = Character.UnicodeScript.forName(name);
            return codePoint -> Character.UnicodeScript.of(codePoint) == script;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Map<String, Integer> categories() {
        Map<String, Integer> masks = new HashMap<>();
        String[][] groups = {
            {"L Letter", "Lu Uppercase_Letter 1", "Ll Lowercase_Letter 2", "Lt Titlecase_Letter 3"},
            {"L Letter", "Lm Modifier_Letter 4", "Lo Other_Letter 5"},
            {"LC Cased_Letter", "Lu Uppercase_Letter 1", "Ll Lowercase_Letter 2"},
            {"LC Cased_Letter", "Lt Titlecase_Letter 3"},
            {"M Mark Combining_Mark", "Mn Nonspacing_Mark 6", "Me Enclosing_Mark 7"},
            {"M Mark Combining_Mark", "Mc Spacing_Mark 8"},
            {"N Number", "Nd Decimal_Number digit 9", "Nl Letter_Number 10", "No Other_Number 11"},
            {"Z Separator", "Zs Space_Separator 12", "Zl Line_Separator 13"},
            {"Z Separator", "Zp Paragraph_Separator 14"},
            {"C Other", "Cc Control cntrl 15", "Cf Format 16", "Co Private_Use 18"},
            {"C Other", "Cs Surrogate 19", "Cn Unassigned 0"},
            {"P Punctuation punct", "Pd Dash_Punctuation 20", "Ps Open_Punctuation 21"},
            {"P Punctuation punct", "Pe Close_Punctuation 22", "Pc Connector_Punctuation 23"},
            {"P Punctuation punct", "Po Other_Punctuation 24", "Pi Initial_Punctuation 29"},
            {"P Punctuation punct", "Pf Final_Punctuation 30"},
            {"S Symbol", "Sm Math_Symbol 25", "Sc Currency_Symbol 26", "Sk Modifier_Symbol 27"},
            {"S Symbol", "So Other_Symbol 28"},
        };
        for (String[] group : groups) {
            for (int i = 1; i < group.length; i++) {
                int space = group[i].lastIndexOf(' ');
                int bit = 1 << Integer.parseInt(group[i].substring(space + 1));
                for (String name : (group[0] + " " + group[i].substring(0, space)).split(" ", -1)) {
                    masks.merge(name, bit, (left, right) -> left | right);
                }
            }
        }
        return Map.copyOf(masks);
    }

    private static Map<String, IntPredicate> binary() {
        IntPredicate hex = CodePoints.ranges("09AFaf");
        Map<String, IntPredicate> rules = new HashMap<>();
        put(rules, "Any", codePoint -> true);
        put(rules, "Assigned", codePoint -> Character.getType(codePoint) != 0);
        put(rules, "ASCII", codePoint -> codePoint < 128);
        put(rules, "ASCII_Hex_Digit AHex", hex);
        put(rules, "Hex_Digit Hex", hex.or(CodePoints.ranges("０９ＡＦａｆ")));
        put(rules, "Alphabetic Alpha", Character::isAlphabetic);
        put(rules, "Lowercase Lower", Character::isLowerCase);
        put(rules, "Uppercase Upper", Character::isUpperCase);
        put(rules, "White_Space space", UnicodeProperty::isWhiteSpace);
        put(rules, "Ideographic Ideo", Character::isIdeographic);
        put(rules, "Join_Control Join_C", CodePoints.ranges("\u200c\u200d"));
        put(rules, "Noncharacter_Code_Point NChar", UnicodeProperty::isNoncharacter);
        put(rules, "Regional_Indicator RI", CodePoints.ranges("\ud83c\udde6\ud83c\uddff"));
        put(rules, "ID_Start IDS XID_Start XIDS", Character::isUnicodeIdentifierStart);
        put(rules, "ID_Continue IDC XID_Continue XIDC", UnicodeProperty::continuesIdentifier);
        put(rules, "Emoji", Character::isEmoji);
        put(rules, "Emoji_Presentation EPres", Character::isEmojiPresentation);
        put(rules, "Emoji_Modifier EMod", Character::isEmojiModifier);
        put(rules, "Emoji_Modifier_Base EBase", Character::isEmojiModifierBase);
        put(rules, "Emoji_Component EComp", Character::isEmojiComponent);
        put(rules, "Extended_Pictographic ExtPict", Character::isExtendedPictographic);
        return Map.copyOf(rules);
    }

    private static void put(Map<String, IntPredicate> rules, String names, IntPredicate rule) {
        for (String name : names.split(" ", -1)) {
            rules.put(name, rule);
        }
    }

    private static boolean isWhiteSpace(int codePoint) {
        return (codePoint >= '\t' && codePoint <= '\r')
                || codePoint == 0x85
                || Character.isSpaceChar(codePoint);
    }

    private static boolean isNoncharacter(int codePoint) {
        return (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
    }

    private static boolean continuesIdentifier(int codePoint) {
        return Character.isUnicodeIdentifierPart(codePoint)
                && !Character.isIdentifierIgnorable(codePoint);
    }
}
