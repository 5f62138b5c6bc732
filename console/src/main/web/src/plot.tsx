import { shortened } from "./text";

export type Point = [number, number];

/** A point without a value is a gap. */
export type Line = { name: string; tone: string; points: [number, number | null][] };

type Properties = {
  label: string;
  lines: Line[];
  unit?: (value: number) => string;
  /** Names a place of the axis below, if it is worth a name. */
  place?: (at: number) => string;
  height?: number;
};

const WIDTH = 600;
const SHOWN = 300;

/** Lines over time. Of many points each column keeps its lowest and highest, so that peaks stay. */
export function Plot({ label, lines, unit = String, place: named, height = 120 }: Properties) {
  const all = lines.flatMap((line) => line.points);
  const points = lines.flatMap((line) => line.points.filter(isPoint));
  const left = min(all.map(([x]) => x));
  const right = Math.max(max(all.map(([x]) => x)), left + 1);
  const top = max(points.map(([, y]) => y));
  const bottom = Math.min(0, min(points.map(([, y]) => y)));
  const span = top - bottom || 1;
  const place = ([x, y]: [number, number]): string =>
    `${(((x - left) / (right - left)) * WIDTH).toFixed(1)},${(height - 4 - ((y - bottom) / span) * (height - 12)).toFixed(1)}`;
  const last = (line: Line) => line.points.filter(isPoint).pop();
  const text = lines.map((line) => `${line.name} ${last(line) === undefined ? "nothing" : unit(last(line)![1])}`).join(", ");
  return (
    <figure class="plot">
      <figcaption>
        {shortened(label, 120)}
        {lines.length > 1 && (
          <span class="legend">
            {lines.map((line) => (
              <span key={line.name} class={"tone-" + line.tone}>
                {line.name}
              </span>
            ))}
          </span>
        )}
        <span class="muted">{points.length === 0 ? "no data" : `max ${unit(top)}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${label}: ${text}`}>
        <line class="axis" x1="0" x2={WIDTH} y1={height - 4} y2={height - 4} />
        {lines.map((line) => (
          <path key={line.name} class={"line tone-" + line.tone} d={pieces(line.points).map((piece) => path(thinned(piece).map(place))).join("")} />
        ))}
      </svg>
      {named && all.length > 1 && (
        <p class="axis-names" aria-hidden="true">
          <span>{named(left)}</span>
          <span>{named(right)}</span>
        </p>
      )}
    </figure>
  );
}

function isPoint(point: [number, number | null]): point is Point {
  return point[1] !== null;
}

/** Points that belong together: a gap ends a piece. */
function pieces(points: Line["points"]): Point[][] {
  const out: Point[][] = [[]];
  for (const point of points) {
    if (isPoint(point)) {
      out[out.length - 1]!.push(point);
    } else if (out[out.length - 1]!.length > 0) {
      out.push([]);
    }
  }
  return out.filter((piece) => piece.length > 0);
}

/** A line through some places; a single one is a dot, which a line of no length with round ends is. */
function path(places: string[]): string {
  return "M" + places.join("L") + (places.length === 1 ? "h0.01" : "");
}

function min(values: number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

function max(values: number[]): number {
  return values.reduce((most, value) => Math.max(most, value), values[0] ?? 0);
}

function thinned(points: [number, number][]): [number, number][] {
  if (points.length <= 2 * SHOWN) {
    return points;
  }
  const out: [number, number][] = [];
  const step = points.length / SHOWN;
  for (let column = 0; column < SHOWN; column++) {
    const part = points.slice(Math.floor(column * step), Math.floor((column + 1) * step));
    const low = part.reduce((least, point) => (point[1] < least[1] ? point : least));
    const high = part.reduce((most, point) => (point[1] > most[1] ? point : most));
    out.push(...(low[0] <= high[0] ? [low, high] : [high, low]));
  }
  return out;
}
