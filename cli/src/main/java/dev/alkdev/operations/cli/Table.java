package dev.alkdev.operations.cli;

import dev.alkdev.operations.cli.Tint.Tinted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Aligns text in columns, with spaces only. The last column takes what is left of the line and is
 * cut there. For one thread.
 */
final class Table {
    private static final int GAP = 2;
    private static final int NARROWEST = 10;

    private final List<List<Tinted>> rows = new ArrayList<>();

    Table(String... heading) {
        rows.add(Arrays.stream(heading).map(Tint.HEADING::of).toList());
    }

    /** Adds a row whose second cell, the type, is tinted. */
    void add(Tint tint, String... cells) {
        List<Tinted> row = new ArrayList<>();
        for (String cell : cells) {
            row.add((row.size() == 1 ? tint : Tint.PLAIN).of(oneLine(cell)));
        }
        rows.add(row);
    }

    void add(String... cells) {
        add(Tint.PLAIN, cells);
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(Console console) {
        int[] widths = widths(console.width());
        rows.forEach(row -> console.line(line(row, widths)));
    }

    private int[] widths(int available) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<Tinted> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).text().length());
            }
        }
        int last = widths.length - 1;
        int before = Arrays.stream(widths, 0, last).map(width -> width + GAP).sum();
        widths[last] = Math.max(NARROWEST, Math.min(widths[last], available - before));
        return widths;
    }

    private static Tinted[] line(List<Tinted> cells, int[] widths) {
        List<Tinted> line = new ArrayList<>();
        int owed = 0;
        for (int i = 0; i < widths.length; i++) {
            String cell = cut(cells.get(i).text(), widths[i]);
            if (!cell.isEmpty()) {
                // Only before a cell: no line ends with spaces.
                line.add(Tint.PLAIN.of(" ".repeat(owed)));
                line.add(cells.get(i).tint().of(cell));
                owed = 0;
            }
            owed += widths[i] - cell.length() + GAP;
        }
        return line.toArray(Tinted[]::new);
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** The first line of a text. */
    static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    /** Without anything that would upset the columns. */
    private static String oneLine(String text) {
        boolean plain = text.chars().allMatch(c -> c >= ' ');
        return plain ? text : text.replaceAll("\\s", " ");
    }
}
