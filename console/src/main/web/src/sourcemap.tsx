import { session } from "./session";
import { linkName, tone, type Link, type Source, type Sources } from "./sources";
import { count, shortened, visible } from "./text";

/** Below is how many rows it is below the place that it belongs to. */
type Place = { key: string; name: string; detail: string; tone: string; href?: string; hint?: string; below?: number };

const ROW = 46;
const WIDTH = 760;
const BOX = 230;
const MOST = 24;
const INDENT = 26;

/** Who offers what: sources to the left, this hub in the middle; other hubs, programs and the engine with its workers to the right. */
export function SourceMap({ all }: { all: Sources }) {
  const others = new Set(all.links.map((link) => link.source));
  const isShared = (source: Source) => source.name === all.engine || others.has(source.name);
  const left = placesOf(all.sources.filter((source) => !isShared(source)));
  const right = peersOf(all, all.sources.filter((source) => source.name === all.engine));
  const rows = Math.max(left.length, right.length, 2);
  const height = rows * ROW + 10;
  const total = all.sources.reduce((sum, source) => sum + source.operations, 0) + all.links.filter((link) => link.direction === "in").reduce((sum, link) => sum + link.offers, 0);
  const y = (row: number, places: Place[]) => middle(row, places.length, height);
  return (
    <figure class="panel map">
      <figcaption class="unseen">Map of sources and links</figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label="Map">
        <svg viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label={`This hub has ${left.length} sources and ${count(all.linkCount)} links`}>
          {left.map((place, row) => (
            <Edge key={place.key} x1={BOX} y1={y(row, left)} x2={WIDTH / 2 - 60} y2={height / 2} tone={place.tone} />
          ))}
          {right.map((place, row) =>
            place.below ? (
              <Edge key={place.key} x1={WIDTH - BOX + 10} y1={y(row - place.below, right) + 19} x2={WIDTH - BOX + INDENT} y2={y(row, right)} tone={place.tone} />
            ) : (
              <Edge key={place.key} x1={WIDTH / 2 + 60} y1={height / 2} x2={WIDTH - BOX} y2={y(row, right)} tone={place.tone} />
            ),
          )}
          <g class="node hub">
            <rect x={WIDTH / 2 - 60} y={height / 2 - 24} width="120" height="48" rx="8" />
            <text x={WIDTH / 2} y={height / 2 - 3}>
              {visible(shortened(session.value?.title ?? "hub", 15))}
            </text>
            <text class="small" x={WIDTH / 2} y={height / 2 + 13}>
              {count(total)} operations
            </text>
          </g>
          {left.map((place, row) => (
            <Node key={place.key} place={place} x={0} y={y(row, left)} />
          ))}
          {right.map((place, row) => (
            <Node key={place.key} place={place} x={WIDTH - BOX} y={y(row, right)} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** Other hubs and programs, then the engine with its workers. */
function peersOf(all: Sources, engines: Source[]): Place[] {
  const linked = all.links.filter((link) => link.direction !== "shared");
  const places = linked.slice(0, MOST).map((link, index) => peerPlace(link, index));
  for (const engine of engines) {
    places.push(sourcePlace(engine));
    const workers = all.links.filter((link) => link.source === engine.name);
    workers.slice(0, MOST).forEach((link, index) => places.push({ ...peerPlace(link, index), key: engine.name + index, below: index + 1 }));
  }
  const shown = places.length - engines.length;
  if (all.linkCount > shown) {
    places.push({ key: "rest", name: `${count(all.linkCount - shown)} more`, detail: "links and workers", tone: "good" });
  }
  return places;
}

function peerPlace(link: Link, index: number): Place {
  const place: Place = {
    key: "link-" + index,
    name: linkName(link),
    detail: `${link.direction === "shared" ? link.kind : link.kind + " " + link.direction} · ${link.up ? "offers " + count(link.offers) : "not linked"}`,
    tone: link.up ? "good" : "bad",
    hint: link.operations.join("\n"),
  };
  return link.direction === "out" && link.source !== undefined ? { ...place, href: "#/sources/" + encodeURIComponent(link.source) } : place;
}

function sourcePlace(source: Source): Place {
  return {
    key: "source-" + source.name,
    name: source.name,
    detail: `${source.type} · ${source.state} · ${count(source.operations)}`,
    tone: tone(source.state),
    href: "#/sources/" + encodeURIComponent(source.name),
  };
}

/** Those in trouble first, so that they are on the map however many there are. */
function placesOf(sources: Source[]): Place[] {
  const sorted = [...sources].sort((a, b) => Number(a.state === "ready") - Number(b.state === "ready"));
  const places = sorted.slice(0, MOST).map(sourcePlace);
  const rest = sorted.slice(MOST);
  if (rest.length > 0) {
    const operations = rest.reduce((sum, source) => sum + source.operations, 0);
    places.push({ key: "rest", name: `${count(rest.length)} more`, detail: `${count(operations)} operations`, tone: "good" });
  }
  return places;
}

function middle(row: number, rows: number, height: number): number {
  return (height - rows * ROW) / 2 + row * ROW + ROW / 2;
}

function Edge({ x1, y1, x2, y2, tone }: { x1: number; y1: number; x2: number; y2: number; tone: string }) {
  const bend = (x1 + x2) / 2;
  return <path class={"edge tone-" + tone} d={`M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />;
}

function Node({ place, x, y }: { place: Place; x: number; y: number }) {
  const from = place.below ? x + INDENT : x;
  const inner = (
    <>
      {place.hint && <title>{visible(place.hint)}</title>}
      <rect x={from + 1} y={y - 19} width={BOX - 2 - (from - x)} height="38" rx="6" />
      <circle class={"tone-" + place.tone} cx={from + 14} cy={y} r="4" />
      <text class="left" x={from + 26} y={y - 3}>
        {visible(shortened(place.name, place.below ? 22 : 26))}
      </text>
      <text class="left small" x={from + 26} y={y + 12}>
        {visible(shortened(place.detail, place.below ? 30 : 34))}
      </text>
    </>
  );
  return place.href === undefined ? (
    <g class="node">{inner}</g>
  ) : (
    <a class="node" href={place.href}>
      {inner}
    </a>
  );
}
