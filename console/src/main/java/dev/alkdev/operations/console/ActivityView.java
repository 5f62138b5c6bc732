package dev.alkdev.operations.console;

import dev.alkdev.operations.Drift;
import dev.alkdev.operations.console.Activity.OperationActivity;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The activity as one viewer sees it, as JSON. */
record ActivityView(Activity activity, Viewer viewer) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The last calls, the newest first. */
    ObjectNode calls(ActivityFilter filter) {
        ObjectNode json = JSON.objectNode();
        ArrayNode calls = json.putArray("calls");
        activity.calls().stream()
                .filter(filter::wants)
                .filter(viewer::sees)
                .limit(filter.limit())
                .forEach(call -> calls.add(json(call)));
        return json.put("dropped", activity.dropped()).put("capacity", activity.capacity());
    }

    JsonNode json(RecordedCall call) {
        ObjectNode json = JSON.objectNode();
        json.put("id", call.id()).put("parent", call.parent());
        json.put("operation", call.operation()).put("caller", call.caller());
        json.put("source", call.source()).put("outcome", call.outcome());
        json.put("started", call.startMillis()).put("micros", call.micros());
        json.put("gateway", call.gateway());
        if (call.isStream()) {
            json.put("items", call.items());
        }
        boolean details = viewer.seesDetails(call);
        json.put("message", details ? call.message() : null);
        String input = call.input();
        if (details && input != null) {
            json.set("input", Json.parse(input));
        }
        return json;
    }

    /** Numbers by minute and by operation. */
    ObjectNode summary(ActivityFilter filter) {
        List<OperationActivity> seen =
                activity.operations().stream()
                        .filter(each -> filter.wants(each.operation()))
                        .filter(each -> viewer.mayUse(each.operation()))
                        .toList();
        ObjectNode json = JSON.objectNode();
        ArrayNode buckets = json.putArray("buckets");
        minutes(filter.minutes()).forEach(minute -> buckets.add(bucket(seen, minute)));
        Map<String, Drift> drifts = viewer.registry().drifts();
        ArrayNode operations = json.putArray("operations");
        seen.stream()
                .map(each -> counted(each, filter.minutes(), drifts))
                .filter(each -> each.get("calls").asLong() > 0)
                .sorted(Comparator.comparingLong(each -> -each.get("calls").asLong()))
                .forEach(operations::add);
        return json;
    }

    private static Stream<Long> minutes(int count) {
        long now = OperationActivity.minute(System.currentTimeMillis());
        return Stream.iterate(now - count + 1, minute -> minute <= now, minute -> minute + 1);
    }

    private static ObjectNode bucket(List<OperationActivity> operations, long minute) {
        OperationActivity.Sum sum = new OperationActivity.Sum();
        operations.forEach(each -> each.addTo(sum, minute));
        return write(sum, JSON.objectNode().put("at", TimeUnit.MINUTES.toMillis(minute)));
    }

    private static ObjectNode counted(
            OperationActivity operation, int minutes, Map<String, Drift> drifts) {
        OperationActivity.Sum sum = new OperationActivity.Sum();
        minutes(minutes).forEach(minute -> operation.addTo(sum, minute));
        Drift drift = drifts.getOrDefault(operation.operation(), Drift.none());
        ObjectNode json = JSON.objectNode().put("operation", operation.operation());
        return write(sum, json).put("drift", drift.normalized() + drift.mismatched());
    }

    private static ObjectNode write(OperationActivity.Sum sum, ObjectNode json) {
        json.put("calls", sum.calls()).put("errors", sum.errors());
        return percentiles(sum, json);
    }

    private static ObjectNode percentiles(OperationActivity.Sum sum, ObjectNode json) {
        boolean any = sum.timed() > 0;
        json.put("p50", any ? sum.percentile(0.5) : null);
        json.put("p95", any ? sum.percentile(0.95) : null);
        return json.put("p99", any ? sum.percentile(0.99) : null);
    }

    /** How long calls took in the last quarter of an hour, by source. */
    Map<String, ObjectNode> latencies() {
        Map<String, OperationActivity.Sum> sums = new HashMap<>();
        for (OperationActivity each : activity.operations()) {
            OperationActivity.Sum sum =
                    sums.computeIfAbsent(each.source(), name -> new OperationActivity.Sum());
            minutes(15).forEach(minute -> each.addTo(sum, minute));
        }
        Map<String, ObjectNode> json = new HashMap<>();
        sums.forEach(
                (source, sum) -> {
                    if (sum.timed() > 0) {
                        json.put(source, percentiles(sum, JSON.objectNode()));
                    }
                });
        return json;
    }
}
