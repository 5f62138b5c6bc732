package dev.alkdev.operations.benchmarks;

import com.sun.management.OperatingSystemMXBean;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the console costs those who call: remembering the calls, and a session instead of a token.
 * By the processor time of the whole process a call, in turns, so that other load on the machine
 * counts for all alike.
 */
public final class ConsoleLoad {
    private static final String PAYLOAD = Json.parse(InProcessLoad.PAYLOAD).toString();
    private static final String PATH = "/operations/bench.get";
    private static final String ID = "{\"id\": 7}";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef0123456789a";
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ConsoleLoad() {}

    /** Something that makes many calls. */
    private interface Calls {
        void make(int count) throws Exception;
    }

    /** Takes the calls of a turn and the number of rounds. */
    public static void main(String[] args) throws Exception {
        int calls = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 15;
        try (Hub with = hub("limits: {activity: 2000}\n");
                Hub without = hub("limits: {activity: 0}\n");
                Hub tokens = hub(token())) {
            Map<String, Calls> inProcess = new LinkedHashMap<>();
            inProcess.put("in process, calls remembered", inProcess(with));
            inProcess.put("in process, calls not remembered", inProcess(without));
            print(measured(inProcess, 10 * calls, rounds));
            Map<String, Calls> rest = new LinkedHashMap<>();
            rest.put("REST, calls remembered", rest(with, ""));
            rest.put("REST, calls not remembered", rest(without, ""));
            print(measured(rest, calls, rounds));
            Map<String, Calls> signedIn = new LinkedHashMap<>();
            signedIn.put("REST, session", rest(tokens, session(tokens.uri())));
            signedIn.put("REST, token", rest(tokens, "Authorization: Bearer " + TOKEN + "\r\n"));
            signedIn.put("REST, anonymous", rest(with, ""));
            print(measured(signedIn, calls, rounds));
        }
    }

    private static String token() {
        return "tokens: [{id: bench, hash: \"" + TokenHash.of(TOKEN).text() + "\"}]\n";
    }

    private static Hub hub(String more) {
        String config = "listen: 127.0.0.1:0\naudit: {file: /dev/null}\n" + more;
        Hub hub = Hub.of(HubConfig.parse(config, Path.of("."), name -> null));
        JsonNode item = Json.parse(PAYLOAD);
        hub.registry().register(OperationSpec.query("bench.get").build(), (input, context) -> item);
        hub.start();
        return hub;
    }

    private static Calls inProcess(Hub hub) {
        JsonNode input = Json.parse(ID);
        return count -> {
            for (int i = 0; i < count; i++) {
                hub.registry().execute(Call.of("bench.get", input));
            }
        };
    }

    private static Calls rest(Hub hub, String headers) {
        byte[] request = RawHttpClient.post(PATH, headers, ID);
        RawHttpClient client = new RawHttpClient(hub.uri().getPort());
        return count -> {
            for (int i = 0; i < count; i++) {
                client.send(request);
            }
        };
    }

    /** The headers of a page that has signed in. */
    private static String session(URI hub) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(hub.resolve("/console/api/session"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"token\": \"" + TOKEN + "\"}"))
                        .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    http.send(request, HttpResponse.BodyHandlers.ofString());
            String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
            String csrf = Json.parse(response.body()).required("csrf").asString();
            return "Cookie: "
                    + cookie.substring(0, cookie.indexOf(';'))
                            // The name has the port of the address, and the load names none.
                            .replace("-" + hub.getPort() + "=", "-80=")
                    + "\r\nX-Console-Csrf: "
                    + csrf
                    + "\r\n";
        }
    }

    /** Microseconds of processor time a call, of each subject in each round. */
    private static Map<String, double[]> measured(
            Map<String, Calls> subjects, int calls, int rounds) throws Exception {
        Map<String, double[]> times = new LinkedHashMap<>();
        List<Map.Entry<String, Calls>> order = new ArrayList<>(subjects.entrySet());
        for (Map.Entry<String, Calls> each : order) {
            times.put(each.getKey(), new double[rounds]);
            each.getValue().make(5 * calls);
        }
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Calls> each : round % 2 == 0 ? order : order.reversed()) {
                long before = MACHINE.getProcessCpuTime();
                each.getValue().make(calls);
                double micros = (MACHINE.getProcessCpuTime() - before) / 1_000.0 / calls;
                times.getOrDefault(each.getKey(), new double[rounds])[round] = micros;
            }
        }
        return times;
    }

    /** The median of each, and that of its share in the time of the first in the same round. */
    private static void print(Map<String, double[]> times) {
        double[] first = times.values().iterator().next();
        times.forEach(
                (name, all) -> {
                    double[] shares = new double[all.length];
                    Arrays.setAll(shares, round -> all[round] / first[round]);
                    System.out.printf(
                            "%-36s %8.2f µs a call, %.3f of the first%n",
                            name, median(all), median(shares));
                });
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
