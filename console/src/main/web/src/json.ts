/** JSON values, with numbers kept as they were written where a double would change them. */
export type Json = null | boolean | number | string | Exact | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** A number that a double cannot hold, in its own digits. */
export class Exact {
  constructor(readonly digits: string) {}

  toString(): string {
    return this.digits;
  }
}

type Source = { source?: string };
type RawJson = { rawJSON?: (text: string) => unknown };

const LONG_NUMBER = /\d{16}|\d[eE][+-]?\d{3}/;

/** @param written whether numbers are kept in the digits they were written in, such as 1.0 */
export function parse(text: string, written = false): Json {
  if (!written && !LONG_NUMBER.test(text)) {
    return JSON.parse(text) as Json;
  }
  const keep = (_name: string, value: unknown, context?: Source): unknown => {
    const digits = context?.source;
    return typeof value === "number" && digits !== undefined && (written ? String(value) !== digits : isLost(value, digits)) ? new Exact(digits) : value;
  };
  return JSON.parse(text, keep as (name: string, value: unknown) => unknown) as Json;
}

function isLost(value: number, digits: string): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value) && String(value) !== digits);
}

export function print(value: Json | undefined, indent = 2): string {
  const raw = (JSON as RawJson).rawJSON;
  const write = (_name: string, part: unknown): unknown =>
    part instanceof Exact ? (raw === undefined ? Number(part.digits) : raw(part.digits)) : part;
  return JSON.stringify(value, write, indent) ?? "";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Exact);
}

export type Path = (string | number)[];

export function pointer(path: Path): string {
  return path.map((step) => "/" + String(step).replace(/~/g, "~0").replace(/\//g, "~1")).join("");
}

export function at(value: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(here) && typeof step === "number") {
      here = here[step];
    } else if (isObject(here) && Object.hasOwn(here, step)) {
      here = here[step];
    } else {
      return undefined;
    }
  }
  return here;
}

/** A copy with another value at a place; undefined takes what is there away. */
export function replaced(value: Json | undefined, path: Path, part: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) {
    return part;
  }
  if (typeof step === "number") {
    const items = Array.isArray(value) ? [...value] : [];
    const item = replaced(items[step], rest, part);
    if (item === undefined) {
      items.splice(step, 1);
    } else {
      items[step] = item;
    }
    return items;
  }
  const members: JsonObject = Object.assign(Object.create(null), isObject(value) ? value : {});
  const member = replaced(isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined, rest, part);
  if (member === undefined) {
    delete members[step];
  } else {
    members[step] = member;
  }
  return members;
}

export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

export function kindOf(value: Json): Kind {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  if (value instanceof Exact) {
    return "number";
  }
  return typeof value as Kind;
}

export function same(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || print(one, 0) === print(other, 0);
}
