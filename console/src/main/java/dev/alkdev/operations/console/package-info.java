/** The web console of a hub: files for a browser, and the servlet that serves them. */
@NullMarked
package dev.alkdev.operations.console;

import org.jspecify.annotations.NullMarked;
