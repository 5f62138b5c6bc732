package dev.alkdev.operations.examples.spring;

import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.spring.OperationsClient;

/** A client of the stock, whose REST API is a source of operations of this application. */
// snippet: client
@OperationsClient("stock")
@Operations("stock")
interface Stock {
    @Query
    Level level(String part);

    record Level(String part, int pieces) {}
}
// end
