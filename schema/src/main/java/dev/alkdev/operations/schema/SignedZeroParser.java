package dev.alkdev.operations.schema;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * A parser that keeps the sign of a negative zero such as {@code -0.0}. Exact decimals have no
 * negative zero, so that it is read as a double: as Jackson reads the numbers that are not
 * decimals.
 */
final class SignedZeroParser extends JsonParserDelegate {
    SignedZeroParser(JsonParser parser) {
        super(parser);
    }

    @Override
    public boolean isNaN() {
        return super.isNaN() || isNegativeZero();
    }

    private boolean isNegativeZero() {
        return delegate.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                && isNegativeZero(delegate.getString());
    }

    /** The text decides: a parser that has read a decimal has lost the sign. */
    private static boolean isNegativeZero(String number) {
        int i = 0;
        while (i < number.length() && "-0.".indexOf(number.charAt(i)) >= 0) {
            i++;
        }
        boolean zero = i == number.length() || number.charAt(i) == 'e' || number.charAt(i) == 'E';
        return zero && number.charAt(0) == '-';
    }
}
