import { useEffect, useState } from "preact/hooks";
import { get, query, rest } from "./api";
import type { Entry } from "./catalog";
import { TypeMark } from "./parts";
import { go, operationLink, route } from "./router";
import { StreamPanel } from "./streampanel";
import { streams } from "./streams";
import { count, prose, visible } from "./text";

/** What streams now, and what could. */
export function StreamsView() {
  const all = streams.value;
  const current = all.find((stream) => String(stream.number) === route.value.rest) ?? all[0];
  return (
    <main class="streams" id="content">
      <h1>Streams</h1>
      <div class="two">
        <nav class="panel" aria-label="Open streams">
          <h2>On this page</h2>
          {all.length === 0 && <p class="muted">None. Subscribe to one below.</p>}
          <ul class="plain">
            {all.map((stream) => (
              <li key={stream.number}>
                <a href={"#/streams/" + stream.number} aria-current={stream === current ? "true" : undefined}>
                  <span class={"dot dot-" + stream.state.value} /> {visible(stream.id)} <small class="type">{stream.state.value}</small>
                </a>
              </li>
            ))}
          </ul>
          <Offered />
        </nav>
        <section class="panel" aria-label="Stream">
          {current ? (
            <>
              <h2>
                <a href={operationLink(current.id)}>{visible(current.id)}</a>
              </h2>
              <StreamPanel key={current.number} stream={current} />
            </>
          ) : (
            <p class="muted">Items of a subscription appear here: live, with their rate and a plot. They go on while you look at other views.</p>
          )}
        </section>
      </div>
    </main>
  );
}

function Offered() {
  const [entries, setEntries] = useState<Entry[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    get<{ operations: Entry[] }>(rest("?" + query({ type: "subscription", limit: 200, brief: "true" })), controller.signal).then(
      (page) => setEntries(page.operations),
      () => setEntries([]),
    );
    return () => controller.abort();
  }, []);
  return (
    <>
      <h2>Subscriptions {entries.length > 0 && <small class="type">{count(entries.length)}</small>}</h2>
      <ul class="plain">
        {entries.map((entry) => (
          <li key={entry.id}>
            <button type="button" class="plain-row" onClick={() => go(operationLink(entry.id))}>
              <TypeMark type={entry.type} /> {visible(entry.id)} <small class="type">{prose(entry.summary)}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
