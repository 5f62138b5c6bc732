package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.Constraints.Subject;

import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.lang.annotation.Annotation;
import java.math.BigDecimal;

/** The keywords of each constraint. Loaded only where the API of the constraints is. */
final class ConstraintKeywords {
    private static final String MINIMUM = "minimum";
    private static final String MAXIMUM = "maximum";
    private static final String ABOVE = "exclusiveMinimum";
    private static final String BELOW = "exclusiveMaximum";

    private ConstraintKeywords() {}

    /** Adds the keywords of one constraint; false if there are none for it. */
    static boolean add(Annotation constraint, Subject subject, ObjectNode schema) {
        return switch (constraint) {
            // The schema of the member says so already.
            case NotNull given -> true;
            case AssertTrue given -> set(schema, "const", true);
            case AssertFalse given -> set(schema, "const", false);
            case NotEmpty given -> size(1, Integer.MAX_VALUE, subject, schema);
            case Size size -> size(size.min(), size.max(), subject, schema);
            case Size.List all -> each(all.value(), subject, schema);
            case Pattern.List all -> each(all.value(), subject, schema);
            default ->
                    switch (subject) {
                        case TEXT -> text(constraint, schema);
                        case NUMBER -> number(constraint, schema);
                        default -> false;
                    };
        };
    }

    private static boolean each(Annotation[] all, Subject subject, ObjectNode schema) {
        boolean added = true;
        for (Annotation one : all) {
            added &= add(one, subject, schema);
        }
        return added;
    }

    private static boolean set(ObjectNode schema, String keyword, boolean value) {
        schema.put(keyword, value);
        return true;
    }

    private static boolean size(int min, int max, Subject subject, ObjectNode schema) {
        String of =
                switch (subject) {
                    case TEXT -> "Length";
                    case LIST -> "Items";
                    case MAP -> "Properties";
                    case NUMBER, OTHER -> "";
                };
        if (of.isEmpty()) {
            return false;
        }
        if (min > 0) {
            bound(schema, "min" + of, BigDecimal.valueOf(min), true);
        }
        if (max < Integer.MAX_VALUE) {
            bound(schema, "max" + of, BigDecimal.valueOf(max), false);
        }
        return true;
    }

    private static boolean text(Annotation constraint, ObjectNode schema) {
        switch (constraint) {
            case NotBlank given -> {
                bound(schema, "minLength", BigDecimal.ONE, true);
                pattern(schema, "\\S");
            }
            case Email given -> schema.put("format", "email");
            case Pattern given -> {
                if (given.flags().length > 0) {
                    throw new IllegalArgumentException(
                            "@Pattern(\""
                                    + given.regexp()
                                    + "\") has flags, which JSON Schema does not know; write the"
                                    + " pattern without them");
                }
                pattern(schema, "^(?:" + given.regexp() + ")$");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A schema has one pattern; further ones are further schemas. */
    private static void pattern(ObjectNode schema, String pattern) {
        if (schema.has("pattern")) {
            schema.withArray("allOf").addObject().put("pattern", pattern);
        } else {
            schema.put("pattern", pattern);
        }
    }

    private static boolean number(Annotation constraint, ObjectNode schema) {
        switch (constraint) {
            case Min min -> bound(schema, MINIMUM, BigDecimal.valueOf(min.value()), true);
            case Max max -> bound(schema, MAXIMUM, BigDecimal.valueOf(max.value()), false);
            case DecimalMin min ->
                    bound(
                            schema,
                            min.inclusive() ? MINIMUM : ABOVE,
                            new BigDecimal(min.value()),
                            true);
            case DecimalMax max ->
                    bound(
                            schema,
                            max.inclusive() ? MAXIMUM : BELOW,
                            new BigDecimal(max.value()),
                            false);
            case Positive given -> bound(schema, ABOVE, BigDecimal.ZERO, true);
            case PositiveOrZero given -> bound(schema, MINIMUM, BigDecimal.ZERO, true);
            case Negative given -> bound(schema, BELOW, BigDecimal.ZERO, false);
            case NegativeOrZero given -> bound(schema, MAXIMUM, BigDecimal.ZERO, false);
            case Digits digits -> {
                BigDecimal beyond = BigDecimal.TEN.pow(digits.integer());
                bound(schema, BELOW, beyond, false);
                bound(schema, ABOVE, beyond.negate(), true);
                schema.put("multipleOf", BigDecimal.ONE.scaleByPowerOfTen(-digits.fraction()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Keeps the narrower of two bounds. */
    private static void bound(ObjectNode schema, String keyword, BigDecimal value, boolean lower) {
        JsonNode known = schema.path(keyword);
        int order = known.isNumber() ? value.compareTo(known.decimalValue()) : 0;
        if (!known.isNumber() || (lower ? order > 0 : order < 0)) {
            schema.set(keyword, Json.parse(value.toPlainString()));
        }
    }
}
