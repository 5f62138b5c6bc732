package dev.alkdev.operations.docs;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;

import java.util.Map;

// snippet: program
public class Main {
    record Greet(String name) {}

    record Greeting(String text) {}

    static OperationRegistry registry() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                Operation.query("hello.greet", Greet.class, Greeting.class)
                        .describedAs("Greets somebody")
                        .handledBy((input, context) -> new Greeting("Hello " + input.name())));
        return registry;
    }

    public static void main(String[] args) {
        System.out.println(registry().execute("hello.greet", Map.of("name", "Ann")).data());
    }
}
// end
