package dev.alkdev.operations.benchmarks;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts what a REST call of a hub enters: our own methods and top-level classes, by a debugger
 * that sees each entry. The hub is the command's, with its example operations, in a process of its
 * own; the classes of the example are counted apart.
 */
public final class CallWalk {
    private static final String OURS = "dev.alkdev.operations.";
    private static final String EXAMPLE = OURS + "examples.";
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
    private static final String SERVLET = OURS + "http.ExchangeServlet";
    private static final int WARM_UP = 20;

    private final Map<Long, List<Method>> threads = new HashMap<>();
    private final Set<String> methods = new TreeSet<>();
    private final Map<String, Integer> classes = new TreeMap<>();
    private final Set<String> example = new TreeSet<>();
    private int entries;

    private CallWalk() {}

    /** Takes the class path of the command, {@code cli/target/dist/lib/*} once it is built. */
    public static void main(String[] args) throws Exception {
        VirtualMachine machine = launch(args[0]);
        try {
            new CallWalk().walk(machine);
        } finally {
            machine.exit(0);
        }
    }

    private static VirtualMachine launch(String classPath) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        argument(arguments, "options").setValue("-cp " + classPath);
        argument(arguments, "main")
                .setValue("dev.alkdev.operations.cli.OperationsCommand serve --port 0");
        return connector.launch(arguments);
    }

    private static Connector.Argument argument(
            Map<String, Connector.Argument> arguments, String name) {
        return Objects.requireNonNull(arguments.get(name), name);
    }

    private void walk(VirtualMachine machine) throws Exception {
        machine.resume();
        HttpRequest add =
                HttpRequest.newBuilder(URI.create(address(machine) + "/operations/tasks.add"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"title\": \"Buy milk\"}"))
                        .build();
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < WARM_UP; i++) {
            client.send(add, HttpResponse.BodyHandlers.ofString());
        }
        MethodEntryRequest entry = machine.eventRequestManager().createMethodEntryRequest();
        entry.addClassFilter(OURS + "*");
        entry.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        entry.enable();
        HttpResponse<String> answer = client.send(add, HttpResponse.BodyHandlers.ofString());
        Thread.sleep(300);
        entry.disable();
        collect(machine);
        print(answer);
    }

    private static String address(VirtualMachine machine) throws IOException {
        BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(
                                machine.process().getInputStream(), StandardCharsets.UTF_8));
        String line = String.valueOf(output.readLine());
        Matcher address = ADDRESS.matcher(line);
        if (!address.find()) {
            throw new IllegalStateException("the hub did not start: " + line);
        }
        return address.group();
    }

    private void collect(VirtualMachine machine) throws InterruptedException {
        EventSet events = machine.eventQueue().remove(1_000);
        while (events != null) {
            for (Event event : events) {
                if (event instanceof MethodEntryEvent entered) {
                    long thread = entered.thread().uniqueID();
                    entered(thread).add(entered.method());
                }
            }
            events = machine.eventQueue().remove(1_000);
        }
        threads.values().stream()
                .filter(CallWalk::isServing)
                .flatMap(List::stream)
                .forEach(this::count);
    }

    private List<Method> entered(long thread) {
        return threads.computeIfAbsent(thread, id -> new ArrayList<>());
    }

    /** Whether a thread has served the call: others do what is due meanwhile. */
    private static boolean isServing(List<Method> methods) {
        return methods.stream().anyMatch(method -> type(method).equals(SERVLET));
    }

    private static String type(Method method) {
        return method.declaringType().name().replaceAll("\\$.*", "");
    }

    private void count(Method method) {
        if (method.declaringType().name().contains("$$")) {
            // Made by the JVM for a lambda or a switch: there is nothing to read.
            return;
        }
        String type = type(method);
        if (type.startsWith(EXAMPLE)) {
            example.add(type);
            return;
        }
        entries++;
        methods.add(method.declaringType().name() + "." + method.name() + method.signature());
        classes.merge(type.substring(OURS.length()), 1, Integer::sum);
    }

    private void print(HttpResponse<String> answer) {
        System.out.println("answer " + answer.statusCode() + " " + answer.body());
        classes.forEach((type, times) -> System.out.printf("%6d  %s%n", times, type));
        System.out.printf(
                "%d entries, %d methods, %d classes; %d classes of the example%n",
                entries, methods.size(), classes.size(), example.size());
    }
}
