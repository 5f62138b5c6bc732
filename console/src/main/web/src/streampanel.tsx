import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { at, isObject, parse, type Json, type Path } from "./json";
import { CopyButton, download } from "./parts";
import { Plot } from "./plot";
import { forget, openStream, type Item, type Stream } from "./streams";
import { clock, count, counted, prose, shortened, time, visible } from "./text";
import { Tree } from "./tree";
import { VirtualList } from "./virtual";

const ROW = 24;
const PLOTTED = 2_000;

/** The items of a subscription as they come. */
export function StreamPanel({ stream }: { stream: Stream }) {
  const [paused, setPaused] = useState(false);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Item | null>(null);
  const frozen = useRef<Item[] | null>(null);
  const version = stream.version.value;
  useEffect(() => {
    // The rate falls when nothing comes, too.
    const timer = setInterval(() => stream.closed.peek() || stream.version.value++, 1_000);
    return () => clearInterval(timer);
  }, [stream]);
  const items = useMemo(() => {
    if (!paused) {
      frozen.current = null;
    }
    frozen.current ??= stream.items.toArray();
    const wanted = filter.toLowerCase();
    return wanted === "" ? frozen.current : frozen.current.filter((item) => item.text.toLowerCase().includes(wanted));
  }, [paused ? -1 : version, paused, filter]);
  return (
    <div class="stream">
      <Status stream={stream} shown={items.length} filtered={filter !== ""} />
      <p class="actions">
        <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? "Resume" : "Pause"}
        </button>
        {stream.closed.value ? (
          <button type="button" onClick={() => openStream(stream.id, stream.body)}>
            Subscribe again
          </button>
        ) : (
          <button type="button" onClick={() => stream.close()}>
            Stop
          </button>
        )}
        <button type="button" class="quiet" onClick={() => forget(stream)}>
          Discard
        </button>
        <button type="button" class="quiet" onClick={() => download(stream.id + ".jsonl", items.map((item) => item.text).join("\n"), "application/x-ndjson")}>
          Save
        </button>
        <input type="search" aria-label="Filter items" placeholder="Filter items" value={filter} onInput={(event) => setFilter((event.target as HTMLInputElement).value)} />
      </p>
      <Plots stream={stream} items={items} />
      {items.length === 0 && <p class="muted waiting">{emptiness(stream, filter)}</p>}
      <VirtualList
        role="list"
        label="Items"
        class={items.length === 0 ? "items-list empty" : "items-list"}
        count={items.length}
        rowHeight={ROW}
        focus={paused || chosen !== null ? -1 : items.length - 1}
        row={(index) => <Row key={items[index]!.number} item={items[index]!} chosen={chosen} choose={setChosen} />}
      />
      {chosen && (
        <section class="chosen-item" aria-label={`Item ${chosen.number}`} ref={(element) => element?.scrollIntoView({ block: "nearest" })}>
          <p class="status">
            <b>Item {count(chosen.number)}</b> {chosen.id !== undefined && <span>id {visible(chosen.id)}</span>} <CopyButton text={() => chosen.text} />
            <button type="button" class="quiet" onClick={() => setChosen(null)}>
              Close
            </button>
          </p>
          <Tree value={parsed(chosen.text)} label="Item" />
        </section>
      )}
    </div>
  );
}

function emptiness(stream: Stream, filter: string): string {
  if (filter !== "" && stream.items.total > 0) {
    return "No item fits the filter.";
  }
  if (stream.closed.value) {
    return "It ended without an item.";
  }
  return stream.state.value === "open" ? "Connected. Items appear here as soon as something happens." : "Not connected yet.";
}

function Status({ stream, shown, filtered }: { stream: Stream; shown: number; filtered: boolean }) {
  const state = stream.state.value;
  const tone = state === "open" ? "good" : state === "failed" ? "bad" : state === "waiting" ? "warn" : "";
  return (
    <>
      <p class="status">
        <span class={"badge " + tone} role="status">
          {state === "waiting" ? "reconnecting" : state}
        </span>
        <span>{counted(stream.seen(), "item")}</span>
        <span>{count(Math.round(stream.rate()))}/s</span>
        {filtered && <span>{count(shown)} fit the filter</span>}
        {stream.items.total > stream.items.capacity && <span>the last {count(stream.items.capacity)} are kept</span>}
        {stream.reconnects.value > 0 && <span>{counted(stream.reconnects.value, "reconnect")}</span>}
      </p>
      {stream.message.value !== null && <p class="note bad"><bdi>{prose(stream.message.value)}</bdi></p>}
    </>
  );
}

function Row({ item, chosen, choose }: { item: Item; chosen: Item | null; choose: (item: Item) => void }) {
  return (
    <div role="listitem" class="item-row">
      <button type="button" aria-pressed={chosen === item} onClick={() => choose(item)}>
        <time>{clock(item.at)}</time> <code>{visible(shortened(item.text, 300))}</code>
      </button>
    </div>
  );
}

function parsed(text: string): Json {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/** The rate, and one number of the items, over time. */
function Plots({ stream, items }: { stream: Stream; items: Item[] }) {
  const last = items[items.length - 1];
  const places = useMemo(() => (last === undefined ? [] : numbers(parsed(last.text))), [items.length > 0, stream]);
  const [chosen, setChosen] = useState<number>(0);
  const place = places[chosen];
  const rate = stream.rates();
  return (
    <div class="plots">
      <Plot label="Items a second" lines={[{ name: "items", tone: "a", points: rate }]} height={60} unit={(value) => count(value)} place={time} step={1_000} />
      {place && (
        <div class="plot-choice">
          {places.length > 1 && (
            <select aria-label="Number to plot" value={String(chosen)} onChange={(event) => setChosen(Number((event.target as HTMLSelectElement).value))}>
              {places.map((path, index) => (
                <option key={index} value={String(index)}>
                  {visible(path.join(".") || "value")}
                </option>
              ))}
            </select>
          )}
          <Plot label={visible(place.join(".") || "value")} lines={[{ name: "value", tone: "b", points: series(items, place) }]} height={60} unit={(value) => String(Number(value.toPrecision(5)))} place={(number) => `item ${count(number)}`} />
        </div>
      )}
    </div>
  );
}

function series(items: Item[], place: Path): [number, number][] {
  const points: [number, number][] = [];
  for (const item of items.slice(-PLOTTED)) {
    const value = at(parsed(item.text), place);
    if (typeof value === "number") {
      points.push([item.number, value]);
    }
  }
  return points;
}

/** Where an item has numbers. */
function numbers(value: Json, path: Path = []): Path[] {
  if (typeof value === "number") {
    return [path];
  }
  if (!isObject(value) || path.length > 2) {
    return [];
  }
  return Object.entries(value).slice(0, 50).flatMap(([name, member]) => numbers(member, [...path, name])).slice(0, 20);
}
