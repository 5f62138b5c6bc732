import type { Spec } from "./api";
import { isObject, kindOf, parse, print, type Json } from "./json";
import { session } from "./session";

export type Snippet = { name: string; title: string; text: string };

const quoted = (text: string) => "'" + text.replace(/'/g, "'\\''") + "'";

/** The same call in other places. Tokens are named, never written. */
export function snippets(id: string, spec: Spec, input: string): Snippet[] {
  const paths = session.value?.paths;
  const origin = location.origin;
  const list: Snippet[] = [
    { name: "curl", title: "curl", text: curl(origin + (paths?.rest ?? "/operations"), id, spec, compact(input)) },
    { name: "cli", title: "CLI", text: cli(origin, id, spec, input) },
    { name: "java", title: "Java", text: java(id, spec, compact(input)) },
  ];
  if (paths?.mcp) {
    list.push({ name: "mcp", title: "MCP", text: mcp(origin + paths.mcp) });
  }
  return list;
}

function needsToken(): boolean {
  return session.value?.caller !== null && session.value !== null;
}

function compact(input: string): string {
  try {
    return print(parse(input, true), 0);
  } catch {
    return input;
  }
}

function curl(base: string, id: string, spec: Spec, input: string): string {
  const lines = [`curl ${spec.type === "subscription" ? "-N " : ""}${quoted(base + "/" + encodeURIComponent(id))}`];
  if (needsToken()) {
    lines.push(`-H "Authorization: Bearer $TOKEN"`);
  }
  if (spec.type === "subscription") {
    lines.push(`-H 'Accept: text/event-stream'`);
  }
  lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(input)}`);
  return lines.join(" \\\n  ");
}

function cli(origin: string, id: string, spec: Spec, input: string): string {
  const command = spec.type === "subscription" ? "subscribe" : "call";
  return ["operations", command, id, argumentsOf(input), `--hub ${origin}`].filter((part) => part !== "").join(" ");
}

/** Plain members as name=value, anything else as JSON. */
function argumentsOf(input: string): string {
  let value: Json;
  try {
    value = parse(input, true);
  } catch {
    return quoted(input);
  }
  if (isObject(value) && Object.entries(value).every(([name, member]) => /^\w+$/.test(name) && isPlain(member))) {
    return Object.entries(value)
      .map(([name, member]) => `${name}=${shell(String(member))}`)
      .join(" ");
  }
  return quoted(print(value, 0));
}

function isPlain(value: Json): boolean {
  const kind = kindOf(value);
  return kind === "boolean" || kind === "number" || (kind === "string" && value !== "");
}

function shell(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : quoted(text);
}

function java(id: string, spec: Spec, input: string): string {
  const json = JSON.stringify(input);
  const call = `${JSON.stringify(id)}, Json.parse(${json})`;
  if (spec.type === "subscription") {
    return `try (Subscription<JsonNode> items =\n        registry.subscribe(${call})) {\n    for (ResponseEnvelope<JsonNode> item : items) {\n        System.out.println(item.unwrap());\n    }\n}`;
  }
  return `ResponseEnvelope<JsonNode> envelope =\n        registry.execute(${call});\nSystem.out.println(envelope.unwrap());`;
}

function mcp(address: string): string {
  const headers = needsToken() ? { headers: { Authorization: "Bearer ${env:TOKEN}" } } : {};
  return JSON.stringify({ mcpServers: { hub: { url: address, ...headers } } }, null, 2);
}
