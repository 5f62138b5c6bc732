import { shortened } from "./text";

export type Line = { name: string; tone: string; points: [number, number][] };

type Properties = { label: string; lines: Line[]; unit?: (value: number) => string; height?: number; from?: number; to?: number };

const WIDTH = 600;
const SHOWN = 300;

/** Lines over time. Of many points each column keeps its lowest and highest, so that peaks stay. */
export function Plot({ label, lines, unit = String, height = 120, from, to }: Properties) {
  const points = lines.flatMap((line) => line.points);
  const left = from ?? min(points.map(([x]) => x));
  const right = Math.max(to ?? max(points.map(([x]) => x)), left + 1);
  const top = max(points.map(([, y]) => y));
  const bottom = Math.min(0, min(points.map(([, y]) => y)));
  const span = top - bottom || 1;
  const place = ([x, y]: [number, number]): string =>
    `${(((x - left) / (right - left)) * WIDTH).toFixed(1)},${(height - 4 - ((y - bottom) / span) * (height - 12)).toFixed(1)}`;
  const text = lines.map((line) => `${line.name} ${line.points.length === 0 ? "nothing" : unit(line.points[line.points.length - 1]![1])}`).join(", ");
  return (
    <figure class="plot">
      <figcaption>
        {shortened(label, 120)}
        <span class="legend">
          {lines.map((line) => (
            <span key={line.name} class={"tone-" + line.tone}>
              {line.name}
            </span>
          ))}
        </span>
        <span class="muted">{points.length === 0 ? "no data" : `max ${unit(top)}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${label}: ${text}`}>
        <line class="axis" x1="0" x2={WIDTH} y1={height - 4} y2={height - 4} />
        {lines.map((line) => (
          <polyline key={line.name} class={"line tone-" + line.tone} points={thinned(line.points).map(place).join(" ")} />
        ))}
      </svg>
    </figure>
  );
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
