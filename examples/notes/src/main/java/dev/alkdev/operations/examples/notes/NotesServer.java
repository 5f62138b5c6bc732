package dev.alkdev.operations.examples.notes;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.mcp.McpDirectory;
import dev.alkdev.operations.mcp.McpGateway;

import java.io.IOException;

/** An MCP server over stdio. It ends with its input. */
public final class NotesServer {
    private NotesServer() {}

    /** Serves a notebook to whoever started the process. */
    public static void main(String[] arguments) throws IOException {
        OperationRegistry registry = OperationRegistry.create();
        McpDirectory directory = new McpDirectory();
        Notebook notebook = Notebook.withExamples();
        new NoteOperations(notebook, () -> directory.changed("notes")).addTo(registry);
        directory.add("notes", AccessControl.none(), new NoteCatalog(notebook));
        McpGateway.over(registry)
                .info("notes", "1.0")
                .directory(directory)
                .build()
                .at("notes")
                .serve(System.in, System.out);
    }
}
