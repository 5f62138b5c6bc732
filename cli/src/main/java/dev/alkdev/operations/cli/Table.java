package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Tint.Tinted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Aligns text in columns, with spaces only. The last column takes what is left of the line and is
 * cut there. For one thread.
 */
final class Table {
    private static final String GAP = "  ";
    private static final int NARROWEST = 10;

    private final List<String> heading;
    private final List<Row> rows = new ArrayList<>();

    private record Row(List<String> cells, Tint tint) {
        Tint tintOf(int column) {
            return column == 1 ? tint : Tint.PLAIN;
        }
    }

    Table(String... heading) {
        this.heading = List.of(heading);
    }

    /** Adds a row whose second cell is tinted, which is where types stand. */
    void add(Tint tint, String... cells) {
        rows.add(new Row(Arrays.stream(cells).map(Table::oneLine).toList(), tint));
    }

    void add(String... cells) {
        add(Tint.PLAIN, cells);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(Console console) {
        int[] widths = widths(console.width());
        console.line(line(heading, widths, column -> Tint.HEADING));
        for (Row row : rows) {
            console.line(line(row.cells(), widths, row::tintOf));
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

    private static Tinted[] line(List<String> cells, int[] widths, IntFunction<Tint> tints) {
        List<Tinted> line = new ArrayList<>();
        int owed = 0;
        for (int i = 0; i < widths.length; i++) {
            String cell = cut(cells.get(i), widths[i]);
            if (!cell.isEmpty()) {
                // Only before a cell: no line ends with spaces.
                line.add(Tint.PLAIN.of(" ".repeat(owed)));
                line.add(tints.apply(i).of(cell));
                owed = 0;
            }
            owed += widths[i] - cell.length() + GAP.length();
        }
        return line.toArray(Tinted[]::new);
    }

    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** The first line of a text. */
    static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    /** Without anything that would upset the columns. */
    private static String oneLine(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ') {
                return text.replaceAll("\\s", " ");
            }
        }
        return text;
    }
}
