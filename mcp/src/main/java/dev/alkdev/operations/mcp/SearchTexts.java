package dev.alkdev.operations.mcp;

/** What models read about the tools of {@code /mcp/search}. */
final class SearchTexts {
    static final String SEARCH =
            "Finds operations by what they do, best first: words, a question, an id or a path."
                    + " Use it before saying that something cannot be done. If 'fitsWell' is"
                    + " false, the hits are only the nearest there are.";
    static final String DESCRIBE =
            "Describes operations: what they do, the JSON schemas of input and output, and their"
                    + " errors. Use it before 'call' unless the input is known.";
    static final String CALL =
            "Calls one operation and returns its result. 'operation' is an id that 'search' found,"
                    + " 'input' fits the input schema that 'describe' shows.";
    static final String BATCH =
            "Calls several operations at once, in no certain order, and returns one result each:"
                    + " 'data', or 'error' with code and message. Calls must not depend on each"
                    + " other.";
    static final String QUERY = "What is wanted, such as 'open a pull request'";
    static final String ONLY_NAMESPACE = "Only operations of this namespace";
    static final String SCHEMAS = "Whether to return the input schemas too; false unless given";
    static final String IDS = "Ids of operations, such as 'tasks.add'";
    static final String ID = "The id of an operation, such as 'tasks.add'";
    static final String INPUT = "The input of the operation; {} unless given";

    private SearchTexts() {}
}
