package dev.alkdev.operations.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Aligns text in columns, with spaces only. The last column takes what is left of the line and is
 * cut there. For one thread.
 */
final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 10;

    private final List<String> heading;
    private final List<Row> rows = new ArrayList<>();

    private record Row(List<String> cells, Tint tint) {}

    Table(String... heading) {
        this.heading = List.of(heading);
    }

    /** Adds a row whose second cell is tinted, which is where types stand. */
    void add(Tint tint, String... cells) {
        rows.add(new Row(List.of(cells), tint));
    }

    void add(String... cells) {
        add(Tint.PLAIN, cells);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(Console console) {
        int[] widths = widths(console.width());
        console.line(line(console, heading, widths, Tint.PLAIN, true));
        for (Row row : rows) {
            console.line(line(console, row.cells(), widths, row.tint(), false));
        }
    }

    private int[] widths(int available) {
        int[] widths = new int[heading.size()];
        widen(widths, heading);
        rows.forEach(row -> widen(widths, row.cells()));
        int last = widths.length - 1;
        int before = 0;
        for (int i = 0; i < last; i++) {
            before += widths[i] + GAP.length();
        }
        widths[last] = Math.max(NARROWEST, Math.min(widths[last], available - before));
        return widths;
    }

    private static void widen(int[] widths, List<String> cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], cells.get(i).length());
        }
    }

    private static String line(
            Console console, List<String> cells, int[] widths, Tint tint, boolean heading) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cut(cells.get(i), widths[i]);
            Tint own = heading ? Tint.HEADING : i == 1 ? tint : Tint.PLAIN;
            line.append(console.paint(own, cell));
            if (i < widths.length - 1) {
                line.repeat(' ', widths[i] - cell.length()).append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** The first line of a text, without anything that would upset the columns. */
    static String firstLine(String text) {
        String first = text.strip().lines().findFirst().orElse("");
        return first.replaceAll("\\p{Cntrl}", " ");
    }
}
