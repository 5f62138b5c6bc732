/** Text of others made safe to look at: nothing invisible, nothing that turns the line around. */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Shows such characters as escapes. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (mark) => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Leaves such characters out, and sequences that colour a terminal. */
export function prose(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(HIDDEN, "");
}

/** The first line of a description, without the signs of Markdown. */
export function firstLine(text: string): string {
  return prose(text.trimStart().split("\n", 1)[0]!).replace(/\*\*|__|`/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

export function shortened(text: string, length: number): string {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

const NUMBERS = new Intl.NumberFormat("en");

export function count(value: number): string {
  return NUMBERS.format(value);
}

/** A number with what it counts. */
export function counted(value: number, thing: string): string {
  return `${count(value)} ${thing}${value === 1 ? "" : "s"}`;
}

export function bytes(size: number): string {
  if (size < 1000) {
    return `${size} B`;
  }
  const units = ["kB", "MB", "GB"];
  let scaled = size / 1000;
  let unit = 0;
  while (scaled >= 1000 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${units[unit]}`;
}

/** A duration, given in milliseconds, with three digits or fewer; nothing was measured if it is null. */
export function millis(value: number | null): string {
  if (value === null) {
    return "–";
  }
  if (value < 0.9995) {
    return `${Math.round(value * 1000)} µs`;
  }
  if (value < 999.5) {
    return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  }
  return value < 100_000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value / 60_000)} min`;
}

/** The time of a day, to the second. */
export function time(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB", { hour12: false });
}

export function clock(at: number): string {
  return time(at) + "." + String(at % 1000).padStart(3, "0");
}

export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) {
    return `${seconds} s ago`;
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)} min ago`;
  }
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}
