import { signal } from "@preact/signals";
import { operationPath, Problem, send, type InputError } from "./api";
import { isObject, parse, type Json, type JsonObject } from "./json";

export type Change = { pointer: string; kind: string };

/** What a call gave, with all that is known about it. */
export type Outcome = {
  millis: number;
  size: number;
  at: number;
  status: number;
  headers: [string, string][];
  envelope?: { data: Json; meta: JsonObject; changes: Change[] };
  problem?: Problem;
  text: string;
};

const ENVELOPE = "application/vnd.operations.envelope+json";

/** One call at a time of one operation. */
export class Run {
  readonly running = signal(false);
  readonly outcome = signal<Outcome | null>(null);
  private controller = new AbortController();

  constructor(readonly id: string) {}

  /** @returns what came of it, unless it was overtaken */
  async start(body: string): Promise<Outcome | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    this.running.value = true;
    const began = performance.now();
    try {
      const outcome = await call(this.id, body, controller.signal, began);
      if (this.controller !== controller) {
        return undefined;
      }
      this.outcome.value = outcome;
      return outcome;
    } finally {
      if (this.controller === controller) {
        this.running.value = false;
      }
    }
  }

  cancel(): void {
    this.controller.abort();
    this.running.value = false;
  }
}

async function call(id: string, body: string, signal: AbortSignal, began: number): Promise<Outcome> {
  const common = { at: Date.now(), headers: [] as [string, string][], size: 0, text: "" };
  try {
    const response = await send(operationPath(id), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: ENVELOPE, "Operation-Changes": "true" },
      body,
      signal,
    });
    const text = await response.text();
    const millis = performance.now() - began;
    const known = { ...common, millis, status: response.status, headers: [...response.headers], size: text.length, text };
    return { ...known, envelope: envelope(parse(text)) };
  } catch (e) {
    const millis = performance.now() - began;
    if (e instanceof Problem) {
      return { ...common, millis, status: e.status, problem: e };
    }
    const aborted = (e as Error).name === "AbortError";
    const problem = new Problem(0, { code: aborted ? "CANCELLED" : "UNREADABLE", detail: aborted ? "You cancelled the call" : (e as Error).message });
    return { ...common, millis, status: 0, problem };
  }
}

/** What was wrong with the input, if that is why a call was refused. */
export function inputErrors(outcome: Outcome | undefined): InputError[] {
  const details = outcome?.problem?.body["details"];
  const errors = isObject(details) && Array.isArray(details["errors"]) ? details["errors"].filter(isObject) : [];
  return errors.map((error) => ({ pointer: String(error["pointer"] ?? ""), message: String(error["message"] ?? "") }));
}

function envelope(body: Json): { data: Json; meta: JsonObject; changes: Change[] } {
  const whole = isObject(body) ? body : {};
  const meta = whole["meta"];
  const changes = whole["changes"];
  return {
    data: whole["data"] ?? null,
    meta: isObject(meta) ? meta : {},
    changes: Array.isArray(changes) ? (changes as unknown as Change[]) : [],
  };
}
