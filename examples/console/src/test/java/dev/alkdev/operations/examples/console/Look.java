package dev.alkdev.operations.examples.console;

import com.microsoft.playwright.options.ColorScheme;

/** How large a window is, and which colours it asks for. */
enum Look {
    WIDE_LIGHT(1280, 800, ColorScheme.LIGHT),
    WIDE_DARK(1280, 800, ColorScheme.DARK),
    SMALL_LIGHT(360, 740, ColorScheme.LIGHT),
    SMALL_DARK(360, 740, ColorScheme.DARK);

    final int width;
    final int height;
    final ColorScheme colours;

    Look(int width, int height, ColorScheme colours) {
        this.width = width;
        this.height = height;
        this.colours = colours;
    }
}
