package dev.alkdev.operations.docs;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.PublishingSource;
import dev.alkdev.operations.schema.Schema;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

// snippet: source
/** The entries of a properties file, each a query. */
final class PropertiesSource extends PublishingSource {
    private final String namespace;
    private final Path file;

    PropertiesSource(String namespace, Path file) {
        super(namespace);
        this.namespace = namespace;
        this.file = file;
    }

    @Override
    protected List<OperationBinding> read() throws IOException {
        Properties entries = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            entries.load(reader);
        }
        return entries.stringPropertyNames().stream().map(name -> query(name, entries)).toList();
    }

    private OperationBinding query(String name, Properties entries) {
        OperationSpec spec =
                OperationSpec.query(namespace + "." + name)
                        .describedAs("The value of " + name)
                        .output(Schema.of(String.class))
                        .build();
        return OperationBinding.of(spec, (input, context) -> entries.getProperty(name));
    }
}
// end
