package dev.alkdev.operations.scan;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.tools.JavaCompiler;

/**
 * Where the classes and methods of a source begin.
 *
 * @param lines by class and method, such as {@code Shop.get}
 */
record SourcePlaces(Map<String, Long> lines) {
    static final SourcePlaces NONE = new SourcePlaces(Map.of());

    static SourcePlaces of(JavaCompiler compiler, SourceText source) {
        Map<String, Long> lines = new HashMap<>();
        if (compiler.getTask(Writer.nullWriter(), null, wrong -> {}, null, null, List.of(source))
                instanceof JavacTask task) {
            try {
                SourcePositions positions = Trees.instance(task).getSourcePositions();
                for (CompilationUnitTree unit : task.parse()) {
                    new Lines(unit, positions, lines).scan(unit, null);
                }
            } catch (IOException | RuntimeException e) {
                // Without a place the message still names class and method.
                return NONE;
            }
        }
        return new SourcePlaces(lines);
    }

    /** The place of what a message begins with: {@code Shop.get, parameter id}. */
    String of(String name) {
        int comma = name.indexOf(',');
        String declared = comma < 0 ? name : name.substring(0, comma);
        Long line = lines.get(declared);
        return line == null ? "" : "line " + line;
    }

    private static final class Lines extends TreeScanner<@Nullable Void, @Nullable String> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Map<String, Long> lines;

        private Lines(
                CompilationUnitTree unit, SourcePositions positions, Map<String, Long> lines) {
            this.unit = unit;
            this.positions = positions;
            this.lines = lines;
        }

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable String within) {
            String name = tree.getSimpleName().toString();
            put(name, tree);
            return super.visitClass(tree, name);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree tree, @Nullable String within) {
            put(within + "." + tree.getName(), tree);
            return super.visitMethod(tree, within);
        }

        private void put(String name, Tree tree) {
            long start = positions.getStartPosition(unit, tree);
            lines.putIfAbsent(name, unit.getLineMap().getLineNumber(start));
        }
    }
}
