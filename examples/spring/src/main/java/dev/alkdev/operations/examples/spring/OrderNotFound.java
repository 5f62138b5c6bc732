package dev.alkdev.operations.examples.spring;

import dev.alkdev.operations.code.Fails;

/** There is no order of this id. */
@Fails(code = "ORDER_NOT_FOUND", description = "There is no such order", httpStatus = 404)
public final class OrderNotFound extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String id;

    public OrderNotFound(String id) {
        super("There is no order " + id);
        this.id = id;
    }

    public String id() {
        return id;
    }
}
