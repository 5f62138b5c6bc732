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
  /** How much of the axis each point stands for: it is drawn as long as that. */
  step?: number;
  /** For values that differ by orders of magnitude. */
  log?: boolean;
  height?: number;
};

const WIDTH = 600;
const SHOWN = 300;

/** What is less is no matter on a logarithmic scale. */
const LEAST = 0.001;

/** Lines over time. Of many points each column keeps its lowest and highest, so that peaks stay. */
export function Plot({ label, lines, unit = String, place: named, step = 0, log = false, height = 120 }: Properties) {
  const all = lines.flatMap((line) => line.points);
  const points = lines.flatMap((line) => line.points.filter(isPoint));
  const left = min(all.map(([x]) => x));
  const right = Math.max(max(all.map(([x]) => x)) + step, left + 1);
  const level = (value: number) => (log ? Math.log10(Math.max(value, LEAST)) : value);
  const [least, most] = [min(points.map(([, y]) => y)), max(points.map(([, y]) => y))];
  const top = level(most);
  const bottom = log ? level(least) - 0.3 : Math.min(0, least);
  const span = top - bottom || 1;
  const place = ([x, y]: [number, number]): string =>
    `${(((x - left) / (right - left)) * WIDTH).toFixed(1)},${(height - 4 - ((level(y) - bottom) / span) * (height - 12)).toFixed(1)}`;
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
        <span class="muted">{points.length === 0 ? "no data" : log ? `${unit(least)} to ${unit(most)}` : `max ${unit(most)}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${label}: ${text}`}>
        <line class="axis" x1="0" x2={WIDTH} y1={height - 4} y2={height - 4} />
        {lines.map((line) => (
          <path key={line.name} class={"line tone-" + line.tone} d={pieces(line.points).map((piece) => "M" + stepped(thinned(piece), step).map(place).join("L")).join("")} />
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

/** The corners of steps, if points stand for more than themselves. */
function stepped(points: Point[], step: number): Point[] {
  return step === 0 ? points : points.flatMap(([x, y]): Point[] => [[x, y], [x + step, y]]);
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
