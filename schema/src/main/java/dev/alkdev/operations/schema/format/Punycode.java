package dev.alkdev.operations.schema.format;

import org.jspecify.annotations.Nullable;

/** The encoding of RFC 3492, for labels of at most a few dozen characters. */
final class Punycode {
    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;
    private static final int INITIAL_BIAS = 72;
    private static final int INITIAL_N = 128;

    private Punycode() {}

    static String encode(String text) {
        int[] points = text.codePoints().toArray();
        StringBuilder out = new StringBuilder();
        for (int point : points) {
            if (point < INITIAL_N) {
                out.append((char) point);
            }
        }
        int basic = out.length();
        if (basic > 0) {
            out.append('-');
        }
        long delta = 0;
        int bias = INITIAL_BIAS;
        int n = INITIAL_N;
        for (int done = basic; done < points.length; ) {
            int next = next(points, n);
            delta += (long) (next - n) * (done + 1);
            n = next;
            for (int point : points) {
                if (point < n) {
                    delta++;
                } else if (point == n) {
                    append(out, delta, bias);
                    bias = adapt(delta, done + 1, done == basic);
                    delta = 0;
                    done++;
                }
            }
            delta++;
            n++;
        }
        return out.toString();
    }

    private static int next(int[] points, int least) {
        int next = Integer.MAX_VALUE;
        for (int point : points) {
            next = point >= least ? Math.min(next, point) : next;
        }
        return next;
    }

    private static void append(StringBuilder out, long delta, int bias) {
        long rest = delta;
        for (int k = BASE; ; k += BASE) {
            int threshold = threshold(k, bias);
            if (rest < threshold) {
                out.append(
                        Character.forDigit(
                                (int) rest < 26 ? (int) rest + 10 : (int) rest - 26, 36));
                return;
            }
            int digit = (int) (threshold + (rest - threshold) % (BASE - threshold));
            out.append(Character.forDigit(digit < 26 ? digit + 10 : digit - 26, 36));
            rest = (rest - threshold) / (BASE - threshold);
        }
    }

    /** The text behind lower-case Punycode; null if it is none. */
    static @Nullable String decode(String code) {
        int hyphen = code.lastIndexOf('-');
        StringBuilder out = new StringBuilder(hyphen < 0 ? "" : code.substring(0, hyphen));
        int in = hyphen < 0 ? 0 : hyphen + 1;
        int bias = INITIAL_BIAS;
        long n = INITIAL_N;
        long i = 0;
        int count = out.length();
        while (in < code.length()) {
            long before = i;
            long weight = 1;
            for (int k = BASE; ; k += BASE) {
                int digit = in < code.length() ? digit(code.charAt(in++)) : -1;
                if (digit < 0 || weight > Integer.MAX_VALUE) {
                    return null;
                }
                i += digit * weight;
                int threshold = threshold(k, bias);
                if (digit < threshold) {
                    break;
                }
                weight *= BASE - threshold;
            }
            count++;
            bias = adapt(i - before, count, before == 0);
            n += i / count;
            i %= count;
            if (n > Character.MAX_CODE_POINT) {
                return null;
            }
            out.insert(out.offsetByCodePoints(0, (int) i), Character.toString((int) n));
            i++;
        }
        return out.toString();
    }

    private static int digit(char c) {
        if (c >= 'a' && c <= 'z') {
            return c - 'a';
        }
        return c >= '0' && c <= '9' ? c - '0' + 26 : -1;
    }

    private static int threshold(int k, int bias) {
        return Math.clamp(k - bias, T_MIN, T_MAX);
    }

    private static int adapt(long delta, int count, boolean first) {
        long rest = first ? delta / DAMP : delta / 2;
        rest += rest / count;
        int k = 0;
        while (rest > (BASE - T_MIN) * T_MAX / 2) {
            rest /= BASE - T_MIN;
            k += BASE;
        }
        return (int) (k + (BASE - T_MIN + 1) * rest / (rest + SKEW));
    }
}
