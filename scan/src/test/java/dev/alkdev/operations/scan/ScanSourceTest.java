package dev.alkdev.operations.scan;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A folder that is watched is a source like others. */
class ScanSourceTest implements SourceContract {
    @TempDir Path folder;

    @BeforeEach
    void writeAFile() {
        new ScanFolder(folder).write("Shop.java", ScanFolder.query("Shop", "shop", "found"));
    }

    @Override
    public OperationSource source() {
        return OperationScanner.folder(folder).watch(Duration.ofMillis(20)).source();
    }

    @Override
    public OperationSource brokenSource() {
        return OperationScanner.folder(folder.resolve("missing")).watch().source("missing");
    }

    @Override
    public List<String> operationIds() {
        return List.of("shop.get");
    }
}
