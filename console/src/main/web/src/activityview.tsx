import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isFailure, LiveCalls, type Bucket, type CallEntry, type Figures, type Filter } from "./activity";
import { query } from "./api";
import { CallTree } from "./calltree";
import { ErrorNote, Tabs } from "./parts";
import { Plot, type Line } from "./plot";
import { usePolled } from "./poll";
import { operationLink } from "./router";
import { apiPath } from "./session";
import { clock, count, counted, millis, prose, shortened, time, visible } from "./text";

const filter = signal<Filter>({ operation: "", caller: "", outcome: "" });
const minutes = signal(15);
const paused = signal(false);

/** What was called, by whom, how long it took and how it ended. */
export function ActivityView() {
  return (
    <main class="activity" id="content">
      <h1>Activity</h1>
      <Controls />
      <Curves />
      <Lists />
    </main>
  );
}

function Controls() {
  const set = (name: keyof Filter) => (event: Event) => {
    filter.value = { ...filter.value, [name]: (event.target as HTMLInputElement).value.trim() };
  };
  const outcomes = ["", "ok", "error", "VALIDATION_ERROR", "EXECUTION_ERROR", "TIMEOUT", "UNAVAILABLE", "OVERLOADED", "ABORTED", "ACCESS_DENIED", "OPERATION_NOT_FOUND", "tool_error", "closed", "running"];
  return (
    <form class="controls" role="search" aria-label="Filter calls" onSubmit={(event) => event.preventDefault()}>
      <label>
        Operation <input placeholder="tasks.*" value={filter.value.operation} onChange={set("operation")} spellcheck={false} autocomplete="off" />
      </label>
      <label>
        Caller <input placeholder="anonymous" value={filter.value.caller} onChange={set("caller")} spellcheck={false} autocomplete="off" />
      </label>
      <label>
        Outcome{" "}
        <select value={filter.value.outcome} onChange={set("outcome")}>
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcome === "" ? "any" : outcome === "error" ? "any error" : outcome}
            </option>
          ))}
        </select>
      </label>
      <label>
        Time{" "}
        <select value={String(minutes.value)} onChange={(event) => (minutes.value = Number((event.target as HTMLSelectElement).value))}>
          {[5, 15, 30, 60].map((span) => (
            <option key={span} value={String(span)}>
              last {span} min
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-pressed={paused.value} onClick={() => (paused.value = !paused.value)}>
        {paused.value ? "Resume" : "Pause"}
      </button>
    </form>
  );
}

function isFiltered(): boolean {
  return Object.values(filter.value).some((value) => value !== "");
}

const figuresPath = () => apiPath("activity/summary?" + query({ operation: filter.value.operation, minutes: minutes.value }));

const minute = (at: number) => time(at).slice(0, 5);

function Curves() {
  const { value, failure, again } = usePolled<Figures>(figuresPath(), 5_000);
  const buckets = value.value?.buckets ?? [];
  const of = (read: (bucket: Bucket) => number | null): Line["points"] => buckets.map((bucket) => [bucket.at, read(bucket)]);
  return (
    <>
      {failure.value && <ErrorNote problem={failure.value} retry={again} />}
      <div class="plots">
        <Plot
          label="Latency"
          unit={millis}
          place={minute}
          lines={[
            { name: "p50", tone: "a", points: of((bucket) => bucket.p50) },
            { name: "p95", tone: "b", points: of((bucket) => bucket.p95) },
            { name: "p99", tone: "c", points: of((bucket) => bucket.p99) },
          ]}
        />
        <Plot
          label="Calls and errors a minute"
          unit={count}
          place={minute}
          lines={[
            { name: "calls", tone: "a", points: of((bucket) => bucket.calls) },
            { name: "errors", tone: "bad", points: of((bucket) => bucket.errors) },
          ]}
        />
      </div>
    </>
  );
}

function Lists() {
  const [chosen, choose] = useState("calls");
  const wanted = filter.value;
  const live = useMemo(() => new LiveCalls(wanted), [wanted]);
  useEffect(() => {
    void live.run();
    return () => live.close();
  }, [live]);
  const [frozen, setFrozen] = useState<CallEntry[]>([]);
  useEffect(() => {
    if (paused.value) {
      setFrozen(live.calls.peek());
    }
  }, [paused.value, live]);
  const calls = paused.value ? frozen : live.calls.value;
  return (
    <section class="panel" aria-label="Calls">
      <p class="status">
        <span class={live.live.value ? "badge good" : "badge warn"} role="status">
          {live.live.value ? "live" : "connecting"}
        </span>
        <span>{counted(calls.length, "call")}</span>
        {live.dropped.value > 0 && <span>{count(live.dropped.value)} older ones are gone</span>}
      </p>
      {live.failure.value && <ErrorNote problem={live.failure.value} />}
      <Tabs label="Activity" tabs={[["calls", "Calls"], ["tree", "Call tree"], ["operations", "Operations"]]} chosen={chosen} choose={choose}>
        {chosen === "calls" && <CallTable calls={calls.slice(0, 200)} />}
        {chosen === "tree" && <CallTree calls={calls} />}
        {chosen === "operations" && <OperationTable />}
      </Tabs>
    </section>
  );
}

const NUMBERS = new Set(["Took", "Calls", "Errors", "p50", "p95", "p99", "Drift"]);

function Head({ titles }: { titles: string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col" class={NUMBERS.has(title) ? "number" : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Outcome({ call }: { call: CallEntry }) {
  const tone = call.outcome === "ok" ? "good" : isFailure(call) ? "bad" : "";
  return <span class={"badge " + tone}>{visible(call.outcome)}</span>;
}

function told(call: CallEntry): string {
  const items = call.items !== undefined && call.items > 0 ? counted(call.items, "item") : "";
  return [items, call.message ?? ""].filter((part) => part !== "").join(" · ");
}

function CallTable({ calls }: { calls: CallEntry[] }) {
  if (calls.length === 0) {
    return <p class="muted">{isFiltered() ? "No call fits the filter." : "No calls yet. Run an operation, and it appears here."}</p>;
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Recent calls">
      <table class="data">
        <caption class="unseen">Recent calls</caption>
        <Head titles={["Time", "Operation", "Outcome", "Took", "Caller", "Gateway", "Source", "Message"]} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <time>{clock(call.started)}</time>
              </td>
              <th scope="row">
                <a href={operationLink(call.operation)}>{visible(shortened(call.operation, 80))}</a>
              </th>
              <td>
                <Outcome call={call} />
              </td>
              <td class="number">{millis(call.micros / 1000)}</td>
              <td>{visible(shortened(call.caller ?? "anonymous", 40))}</td>
              <td>{visible(call.gateway ?? "")}</td>
              <td>{visible(call.source ?? "")}</td>
              <td>
                <bdi>{prose(shortened(told(call), 200))}</bdi>
                {call.input !== undefined && <code> {visible(shortened(JSON.stringify(call.input), 200))}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OperationTable() {
  const { value } = usePolled<Figures>(figuresPath(), 5_000);
  const rows = value.value?.operations ?? [];
  if (rows.length === 0) {
    return <p class="muted">Nothing was called in this time.</p>;
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Figures by operation">
      <table class="data">
        <caption class="unseen">Figures by operation</caption>
        <Head titles={["Operation", "Calls", "Errors", "p50", "p95", "p99", "Drift"]} />
        <tbody>
          {rows.slice(0, 200).map((row) => (
            <tr key={row.operation}>
              <th scope="row">
                <a href={operationLink(row.operation)}>{visible(shortened(row.operation, 80))}</a>
              </th>
              <td class="number">{count(row.calls)}</td>
              <td class="number">{count(row.errors)}</td>
              <td class="number">{millis(row.p50)}</td>
              <td class="number">{millis(row.p95)}</td>
              <td class="number">{millis(row.p99)}</td>
              <td class="number">{count(row.drift)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
