import { at, isObject, kindOf, same, type Json, type JsonObject, type Kind } from "./json";

/** One place of a schema, with its references and compositions read into one view. */
export type View = {
  schema: Json;
  types: Set<SchemaType>;
  nullable: boolean;
  title?: string;
  description?: string;
  deprecated: boolean;
  format?: string;
  base64: boolean;
  fixed?: Json;
  choices?: Json[];
  standard?: Json;
  examples: Json[];
  properties: Map<string, Json>;
  required: Set<string>;
  /** The schema of further members; false if there are none. */
  additional: Json | false;
  items?: Json;
  variants: Json[];
  /** Which property tells the variants apart. */
  discriminator?: string;
  bounds: string[];
};

export type SchemaType = "null" | "boolean" | "number" | "integer" | "string" | "array" | "object";

const ALL: SchemaType[] = ["null", "boolean", "number", "integer", "string", "array", "object"];
const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"];
const DEEPEST = 32;

export class Schemas {
  private readonly views = new Map<Json, View>();

  constructor(readonly root: Json) {}

  view(schema: Json): View {
    const known = this.views.get(schema);
    if (known !== undefined) {
      return known;
    }
    const view = this.read(schema);
    if (isObject(schema)) {
      this.views.set(schema, view);
    }
    return view;
  }

  private read(schema: Json): View {
    const parts = this.parts(schema, 0);
    const view = empty(schema);
    parts.forEach((part) => include(view, part));
    if (view.variants.length > 0) {
      this.foldNull(view);
    }
    if (view.types.size === 0) {
      guess(view);
    }
    view.nullable ||= view.types.size > 1 && view.types.has("null");
    return view;
  }

  /** The schema itself, what it refers to and what it is composed of. */
  private parts(schema: Json | undefined, depth: number): JsonObject[] {
    if (!isObject(schema) || depth > DEEPEST) {
      return [];
    }
    const reference = schema["$ref"] ?? schema["$dynamicRef"];
    const referred = typeof reference === "string" ? this.parts(this.find(reference), depth + 1) : [];
    const all = Array.isArray(schema["allOf"]) ? schema["allOf"].flatMap((part) => this.parts(part, depth + 1)) : [];
    return [...referred, ...all, schema];
  }

  find(reference: string): Json | undefined {
    if (reference === "#") {
      return this.root;
    }
    if (!reference.startsWith("#/")) {
      return undefined;
    }
    const steps = reference.slice(2).split("/").map((step) => unescaped(step).replace(/~1/g, "/").replace(/~0/g, "~"));
    let here: Json | undefined = this.root;
    for (const step of steps) {
      here = at(here, [Array.isArray(here) ? Number(step) : step]);
    }
    return here;
  }

  /** A union with null is a nullable one of the rest. */
  private foldNull(view: View): void {
    const rest = view.variants.filter((variant) => {
      const types = this.view(variant).types;
      return !(types.size === 1 && types.has("null"));
    });
    if (rest.length < view.variants.length) {
      view.nullable = true;
      view.types.delete("null");
    }
    view.variants = rest;
    const only = rest[0];
    if (rest.length === 1 && only !== undefined) {
      view.variants = [];
      this.parts(only, 0).forEach((part) => include(view, part));
    }
  }

  /** The first variant that a value fits, as far as a glance tells. */
  variantOf(view: View, value: Json | undefined): number {
    if (value === undefined) {
      return 0;
    }
    const found = view.variants.findIndex((variant) => this.fits(variant, value, 3));
    return found < 0 ? view.variants.findIndex((variant) => typeFits(this.view(variant), value)) : found;
  }

  private fits(schema: Json, value: Json, depth: number): boolean {
    if (schema === true || depth === 0) {
      return true;
    }
    if (schema === false) {
      return false;
    }
    const view = this.view(schema);
    if (value === null && view.nullable) {
      return true;
    }
    if (!typeFits(view, value) || (view.fixed !== undefined && !same(view.fixed, value)) || (view.choices && !view.choices.some((choice) => same(choice, value)))) {
      return false;
    }
    if (isObject(value)) {
      const known = Object.entries(value).every(([name, member]) => {
        const property = view.properties.get(name);
        return property === undefined ? view.additional !== false : this.fits(property, member, depth - 1);
      });
      return known && [...view.required].every((name) => Object.hasOwn(value, name));
    }
    return view.variants.length === 0 || view.variants.some((variant) => this.fits(variant, value, depth - 1));
  }

  label(schema: Json, index: number): string {
    const view = this.view(schema);
    if (view.title) {
      return view.title;
    }
    if (isObject(schema) && typeof schema["$ref"] === "string") {
      return unescaped(schema["$ref"].split("/").pop() ?? "");
    }
    const mark = [...view.properties].map(([name, property]) => [name, this.view(property).fixed] as const).find(([, fixed]) => fixed !== undefined);
    return mark ? `${mark[0]}: ${String(mark[1])}` : typeText(view) || `variant ${index + 1}`;
  }

  /**
   * A value that shows what is wanted: examples and defaults first, else the plainest of each type.
   *
   * @param name what text is made of where the schema says nothing
   */
  example(schema: Json, depth = 0, name = "text"): Json {
    const view = this.view(schema);
    const given = view.examples[0] ?? view.fixed ?? view.standard ?? view.choices?.[0];
    if (given !== undefined) {
      return given;
    }
    const variant = view.variants[0];
    if (variant !== undefined && depth < 6) {
      return this.example(variant, depth + 1, name);
    }
    const type = mainType(view);
    if (type === "object") {
      return this.exampleObject(view, depth);
    }
    if (type === "array") {
      return view.items === undefined || depth >= 4 ? [] : [this.example(view.items, depth + 1, name)];
    }
    const plain = plainest(view, type);
    return plain === "" && !view.base64 ? sized(view, name) : plain;
  }

  private exampleObject(view: View, depth: number): Json {
    const made: JsonObject = {};
    let optional = 0;
    for (const [name, property] of view.properties) {
      const wanted = view.required.has(name);
      if (wanted ? depth < 6 : depth < 3 && !this.view(property).deprecated && optional++ < 12) {
        made[name] = this.example(property, depth + 1, name);
      }
    }
    return made;
  }

  /** What an input starts with: what is required, as far as the schema says what it could be. */
  start(schema: Json, depth = 0): Json {
    const view = this.view(schema);
    const given = view.standard ?? view.fixed;
    if (given !== undefined) {
      return given;
    }
    if (mainType(view) === "object" || (view.types.size === 0 && depth === 0)) {
      const made: JsonObject = {};
      for (const name of view.required) {
        const property = view.properties.get(name);
        if (property !== undefined && depth < 5) {
          made[name] = this.start(property, depth + 1);
        }
      }
      return made;
    }
    if (view.choices?.[0] !== undefined) {
      return view.choices[0];
    }
    const variant = view.variants[0];
    return variant !== undefined && depth < 5 ? this.start(variant, depth + 1) : mainType(view) === "array" ? [] : plainest(view, mainType(view));
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function empty(schema: Json): View {
  return {
    schema,
    types: new Set(),
    nullable: false,
    deprecated: false,
    base64: false,
    examples: [],
    properties: new Map(),
    required: new Set(),
    additional: true,
    variants: [],
    bounds: [],
  };
}

function include(view: View, part: JsonObject): void {
  const types = part["type"];
  const named = (Array.isArray(types) ? types : types === undefined ? [] : [types]).filter((type): type is SchemaType => ALL.includes(type as SchemaType));
  if (named.length > 0) {
    view.types = view.types.size === 0 ? new Set(named) : new Set(named.filter((type) => view.types.has(type) || view.types.has("number")));
  }
  view.nullable ||= part["nullable"] === true;
  view.deprecated ||= part["deprecated"] === true;
  view.base64 ||= part["contentEncoding"] === "base64" || part["format"] === "byte" || part["format"] === "binary";
  texts(view, part);
  members(view, part);
  for (const bound of BOUNDS) {
    if (part[bound] !== undefined && part[bound] !== false) {
      view.bounds.push(part[bound] === true ? bound : `${bound} ${String(part[bound])}`);
    }
  }
}

function texts(view: View, part: JsonObject): void {
  for (const name of ["title", "description", "format"] as const) {
    const text = part[name];
    if (typeof text === "string") {
      view[name] = text;
    }
  }
  if (part["const"] !== undefined) {
    view.fixed = part["const"];
  }
  if (Array.isArray(part["enum"])) {
    view.choices = part["enum"];
  }
  if (part["default"] !== undefined) {
    view.standard = part["default"];
  }
  const examples = part["examples"];
  view.examples = [...(Array.isArray(examples) ? examples : []), ...(part["example"] === undefined ? [] : [part["example"]]), ...view.examples];
}

function members(view: View, part: JsonObject): void {
  if (isObject(part["properties"])) {
    Object.entries(part["properties"]).forEach(([name, property]) => view.properties.set(name, property));
  }
  if (Array.isArray(part["required"])) {
    part["required"].forEach((name) => view.required.add(String(name)));
  }
  const additional = part["additionalProperties"];
  if (additional === false || isObject(additional)) {
    view.additional = additional;
  }
  if (part["items"] !== undefined && !Array.isArray(part["items"])) {
    view.items = part["items"];
  }
  const union = part["oneOf"] ?? part["anyOf"];
  if (Array.isArray(union)) {
    view.variants = union;
  }
  const discriminator = part["discriminator"];
  if (isObject(discriminator) && typeof discriminator["propertyName"] === "string") {
    view.discriminator = discriminator["propertyName"];
  }
}

/** Schemas often leave the type out where their keywords show it. */
function guess(view: View): void {
  if (view.properties.size > 0) {
    view.types.add("object");
  } else if (view.items !== undefined) {
    view.types.add("array");
  } else if (view.choices !== undefined) {
    view.choices.forEach((choice) => view.types.add(kindOf(choice) as Kind));
  }
}

export function typeFits(view: View, value: Json): boolean {
  const kind = kindOf(value);
  return view.types.size === 0 || view.types.has(kind) || (kind === "number" && view.types.has("integer")) || (kind === "null" && view.nullable);
}

export function mainType(view: View): SchemaType | undefined {
  return [...view.types].find((type) => type !== "null") ?? (view.types.has("null") ? "null" : undefined);
}

export function typeText(view: View): string {
  const types = [...view.types].filter((type) => type !== "null");
  const text = types.join(" | ") + (view.format ? ` (${view.format})` : "");
  return text + (view.nullable ? (text ? " | null" : "null") : "");
}

function plainest(view: View, type: SchemaType | undefined): Json {
  switch (type) {
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Number(/minimum (-?[\d.]+)/.exec(view.bounds.join("\n"))?.[1] ?? 0);
    case "string":
      return textFor(view.format);
    case "array":
      return [];
    case "object":
      return {};
    default:
      return null;
  }
}

/** Text as long as the schema wants it. */
function sized(view: View, text: string): string {
  const bound = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(view.bounds.join("\n"))?.[1] ?? Number.NaN);
  const [least, most] = [bound("minLength"), bound("maxLength")];
  const long = least > text.length ? text.padEnd(Math.min(least, 1_000), "x") : text;
  return long.length > most ? long.slice(0, most) : long;
}

function textFor(format: string | undefined): string {
  const texts: Record<string, string> = {
    date: "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    time: "12:00:00Z",
    email: "a@example.com",
    uri: "https://example.com",
    uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  };
  return (format && texts[format]) ?? "";
}
