import { session } from "./session";
import { tone, type Sources } from "./sources";
import { count, shortened, visible } from "./text";

type Place = { key: string; name: string; detail: string; tone: string; href?: string };

const ROW = 46;
const WIDTH = 760;
const BOX = 230;
const MOST = 24;

/** Who offers what: sources to the left, this hub in the middle, programs that linked themselves to the right. */
export function SourceMap({ all }: { all: Sources }) {
  const left = sourcesOf(all);
  const right: Place[] = all.links.slice(0, MOST).map((link, index) => ({
    key: "link-" + index,
    name: link.name || link.peer || "a program",
    detail: `${link.kind} · offers ${count(link.offers)}`,
    tone: "good",
  }));
  const rows = Math.max(left.length, right.length, 2);
  const height = rows * ROW + 10;
  const total = all.sources.reduce((sum, source) => sum + source.operations, 0) + all.links.reduce((sum, link) => sum + link.offers, 0);
  return (
    <figure class="panel map">
      <figcaption class="unseen">Map of sources and links</figcaption>
      <div class="scroll" tabIndex={0} role="region" aria-label="Map">
        <svg viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label={`This hub has ${left.length} sources and ${right.length} links`}>
          {left.map((place, row) => (
            <Edge key={place.key} x1={BOX} y1={middle(row, left.length, height)} x2={WIDTH / 2 - 60} y2={height / 2} tone={place.tone} />
          ))}
          {right.map((place, row) => (
            <Edge key={place.key} x1={WIDTH / 2 + 60} y1={height / 2} x2={WIDTH - BOX} y2={middle(row, right.length, height)} tone={place.tone} />
          ))}
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
            <Node key={place.key} place={place} x={0} y={middle(row, left.length, height)} />
          ))}
          {right.map((place, row) => (
            <Node key={place.key} place={place} x={WIDTH - BOX} y={middle(row, right.length, height)} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** Those in trouble first, so that they are on the map however many there are. */
function sourcesOf(all: Sources): Place[] {
  const sorted = [...all.sources].sort((a, b) => Number(a.state === "ready") - Number(b.state === "ready"));
  const places: Place[] = sorted.slice(0, MOST).map((source) => ({
    key: "source-" + source.name,
    name: source.name,
    detail: `${source.type} · ${source.state} · ${count(source.operations)}`,
    tone: tone(source.state),
    href: "#/sources/" + encodeURIComponent(source.name),
  }));
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
  const inner = (
    <>
      <rect x={x + 1} y={y - 19} width={BOX - 2} height="38" rx="6" />
      <circle class={"tone-" + place.tone} cx={x + 14} cy={y} r="4" />
      <text class="left" x={x + 26} y={y - 3}>
        {visible(shortened(place.name, 26))}
      </text>
      <text class="left small" x={x + 26} y={y + 12}>
        {visible(shortened(place.detail, 34))}
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
