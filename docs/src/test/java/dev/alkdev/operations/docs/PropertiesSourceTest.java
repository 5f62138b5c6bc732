package dev.alkdev.operations.docs;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

// snippet: contract
class PropertiesSourceTest implements SourceContract {
    @TempDir Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("shop.properties"), "city=Bern\nopen=9 to 5\n");
    }

    @Override
    public OperationSource source() {
        return new PropertiesSource("shop", folder.resolve("shop.properties"));
    }

    @Override
    public OperationSource brokenSource() {
        return new PropertiesSource("shop", folder.resolve("missing.properties"));
    }

    @Override
    public List<String> operationIds() {
        return List.of("shop.open", "shop.city");
    }
}
// end
