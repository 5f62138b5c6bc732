package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** How long a file and a method may be. */
class SizeTest {
    private static final int LINES_OF_A_FILE = 400;
    private static final int LINES_OF_A_METHOD = 40;

    @Test
    void filesAreShort() {
        assertThat(Repository.files(".java"))
                .hasSizeGreaterThan(500)
                .filteredOn(file -> lines(file) > LINES_OF_A_FILE)
                .as("files of more than %d lines", LINES_OF_A_FILE)
                .isEmpty();
    }

    /** Methods of tests may be longer: many are tables of cases. */
    @Test
    void methodsAreShort() throws IOException {
        List<Path> code =
                Repository.files(".java").stream()
                        .filter(file -> !file.toString().contains("/src/test/"))
                        .toList();
        assertThat(tooLong(code)).as("methods of more than %d lines", LINES_OF_A_METHOD).isEmpty();
    }

    private static long lines(Path file) {
        return Repository.read(file).lines().count();
    }

    private static List<String> tooLong(List<Path> code) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    problem -> {},
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(code));
            List<String> found = new ArrayList<>();
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new LongMethods(unit, positions, found).scan(unit, null);
            }
            return found;
        }
    }

    private static final class LongMethods extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        LongMethods(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            LineMap lines = unit.getLineMap();
            long length =
                    lines.getLineNumber(positions.getEndPosition(unit, method))
                            - lines.getLineNumber(positions.getStartPosition(unit, method))
                            + 1;
            if (length > LINES_OF_A_METHOD) {
                found.add(unit.getSourceFile().getName() + " " + method.getName() + " " + length);
            }
            return super.visitMethod(method, null);
        }
    }
}
