import { signal } from "@preact/signals";
import { get, query, send } from "./api";
import { backoff, pause } from "./backoff";
import { apiPath } from "./session";
import type { Json } from "./json";
import { readEvents } from "./sse";

export type CallEntry = {
  id: string;
  parent: string | null;
  operation: string;
  caller: string | null;
  source: string | null;
  outcome: string;
  started: number;
  micros: number;
  gateway: string;
  items?: number;
  message?: string | null;
  input?: Json;
};

/** Times are in milliseconds; null where nothing was measured, as of streams. */
type Times = { p50: number | null; p95: number | null; p99: number | null };
export type Bucket = Times & { at: number; calls: number; errors: number };
export type OperationFigures = Times & { operation: string; calls: number; errors: number; drift: number };
export type Figures = { buckets: Bucket[]; operations: OperationFigures[] };
export type Filter = { operation: string; caller: string; outcome: string };

type Page = { calls: CallEntry[]; dropped: number; capacity: number };

const KEPT = 1_000;

/** The calls of a hub as they happen, newest first. */
export class LiveCalls {
  readonly calls = signal<CallEntry[]>([]);
  readonly dropped = signal(0);
  readonly live = signal(false);
  readonly failure = signal<Error | null>(null);
  private readonly controller = new AbortController();

  constructor(readonly filter: Filter) {}

  async run(): Promise<void> {
    let failures = 0;
    while (!this.controller.signal.aborted) {
      failures++;
      try {
        // First, so that what happens while the page is fetched is not missed.
        const events = await send(apiPath("activity/events?" + query(this.filter)), { headers: { Accept: "text/event-stream" }, signal: this.controller.signal });
        const page = await get<Page>(apiPath("activity?" + query({ ...this.filter, limit: 500 })), this.controller.signal);
        this.calls.value = [];
        this.add(page.calls);
        this.dropped.value = page.dropped;
        failures = 0;
        await this.follow(events);
      } catch (e) {
        if (!this.controller.signal.aborted) {
          this.failure.value = e as Error;
        }
      }
      this.live.value = false;
      await pause(backoff(failures), this.controller.signal);
    }
  }

  close(): void {
    this.controller.abort();
  }

  private async follow(events: Response): Promise<void> {
    this.live.value = true;
    this.failure.value = null;
    await readEvents(events, (event) => {
      if (event.event === "calls") {
        this.add((JSON.parse(event.data) as { calls: CallEntry[] }).calls);
      }
    });
  }

  private add(calls: CallEntry[]): void {
    // A subscription is sent when it opens and again when it ends.
    const told = new Map(calls.map((call) => [call.id, call]));
    const others = this.calls.peek().filter((call) => !told.has(call.id));
    const wanted = [...told.values()].filter((call) => this.isWanted(call));
    this.calls.value = [...wanted, ...others].sort((a, b) => b.started - a.started).slice(0, KEPT);
  }

  /** The hub filters, too; its events may be of all calls. */
  private isWanted(call: CallEntry): boolean {
    const { operation, caller, outcome } = this.filter;
    return fits(operation, call.operation) && (caller === "" || caller === (call.caller ?? "")) && (outcome === "" || (outcome === "error" ? isFailure(call) : outcome === call.outcome));
  }
}

export function isFailure(call: CallEntry): boolean {
  return !["ok", "closed", "running"].includes(call.outcome);
}

function fits(glob: string, id: string): boolean {
  if (glob === "") {
    return true;
  }
  const parts = glob.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp("^" + parts.join(".*") + "$").test(id);
}
