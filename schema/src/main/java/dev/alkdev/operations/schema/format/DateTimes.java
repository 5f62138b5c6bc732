package dev.alkdev.operations.schema.format;

/** Dates and times of RFC 3339. */
final class DateTimes {
    private static final int DATE_LENGTH = 10;
    private static final int DAY_MINUTES = 24 * 60;

    private DateTimes() {}

    static boolean isDateTime(String text) {
        return text.length() > DATE_LENGTH
                && isDate(text.substring(0, DATE_LENGTH))
                && (text.charAt(DATE_LENGTH) == 'T' || text.charAt(DATE_LENGTH) == 't')
                && isTime(text.substring(DATE_LENGTH + 1));
    }

    static boolean isDate(String text) {
        if (text.length() != DATE_LENGTH || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        int century = digits(text, 0);
        int yearOfCentury = digits(text, 2);
        int month = digits(text, 5);
        int day = digits(text, 8);
        return century >= 0
                && yearOfCentury >= 0
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= daysIn(century * 100 + yearOfCentury, month);
    }

    private static int daysIn(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    static boolean isTime(String text) {
        if (text.length() < 9 || text.charAt(2) != ':' || text.charAt(5) != ':') {
            return false;
        }
        int hour = digits(text, 0);
        int minute = digits(text, 3);
        int second = digits(text, 6);
        int zone = zoneStart(text);
        int offset = zone < 0 ? DAY_MINUTES : offset(text, zone);
        if (!isClock(hour, minute) || second < 0 || second > 60 || offset == DAY_MINUTES) {
            return false;
        }
        return second < 60
                || Math.floorMod(hour * 60 + minute - offset, DAY_MINUTES) == DAY_MINUTES - 1;
    }

    /** Where the zone begins after the seconds and their fraction; -1 if the fraction is wrong. */
    private static int zoneStart(String text) {
        if (text.charAt(8) != '.') {
            return 8;
        }
        int end = 9;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end == 9 ? -1 : end;
    }

    /** Minutes ahead of UTC; a whole day if this is no zone. */
    private static int offset(String text, int start) {
        String zone = text.substring(start);
        if (zone.equals("Z") || zone.equals("z")) {
            return 0;
        }
        if (zone.length() != 6
                || (zone.charAt(0) != '+' && zone.charAt(0) != '-')
                || zone.charAt(3) != ':') {
            return DAY_MINUTES;
        }
        int hours = digits(zone, 1);
        int minutes = digits(zone, 4);
        if (!isClock(hours, minutes)) {
            return DAY_MINUTES;
        }
        return zone.charAt(0) == '+' ? hours * 60 + minutes : -(hours * 60 + minutes);
    }

    private static boolean isClock(int hours, int minutes) {
        return hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59;
    }

    /** The number of two digits; -1 if they are none. */
    private static int digits(String text, int start) {
        char tens = text.charAt(start);
        char ones = text.charAt(start + 1);
        return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + ones - '0' : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
