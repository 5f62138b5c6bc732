import { effect, signal } from "@preact/signals";
import { operationPath, Problem, send } from "./api";
import { backoff, pause } from "./backoff";
import { parse, isObject } from "./json";
import { Ring } from "./ring";
import { loadSession, session, signOut } from "./session";
import { readEvents, type ServerEvent } from "./sse";

export type Item = { number: number; at: number; id: string | undefined; text: string };
export type StreamState = "connecting" | "open" | "waiting" | "complete" | "failed" | "closed";

const KEPT = 10_000;
const RATE_SECONDS = 60;

/** All subscriptions that were opened on this page, newest first. */
export const streams = signal<Stream[]>([]);
let opened = 0;

export function openStream(id: string, body: string): Stream {
  streams.peek().filter((stream) => stream.id === id).forEach((stream) => stream.close());
  const stream = new Stream(id, body);
  streams.value = [stream, ...streams.peek()].slice(0, 20);
  void stream.run();
  return stream;
}

export function forget(stream: Stream): void {
  stream.close();
  streams.value = streams.peek().filter((other) => other !== stream);
}

/** Signs out. What somebody has read is not for whoever comes next. */
export async function leave(): Promise<void> {
  streams.peek().forEach(forget);
  await signOut();
}

let reader: string | undefined;

effect(() => {
  const caller = session.value?.caller?.id;
  if (caller !== undefined && reader !== undefined && caller !== reader) {
    streams.peek().forEach(forget);
  }
  reader = caller ?? reader;
});

/** One subscription: a bounded ring of its items, renewed after a lost connection where it stopped. */
export class Stream {
  readonly number = ++opened;
  readonly items = new Ring<Item>(KEPT);
  /** Items of each of the last seconds. */
  readonly perSecond = new Ring<{ second: number; count: number }>(RATE_SECONDS);
  readonly state = signal<StreamState>("connecting");
  readonly closed = signal(false);
  readonly message = signal<string | null>(null);
  readonly reconnects = signal(0);
  /** Grows as items come, at the pace in which a screen can show them. */
  readonly version = signal(0);
  readonly began = Date.now();
  private readonly controller = new AbortController();
  private lastEventId: string | undefined;
  private current = { second: 0, count: 0 };
  private painting = false;

  constructor(
    readonly id: string,
    readonly body: string,
  ) {}

  async run(): Promise<void> {
    let failures = 0;
    while (!this.closed.peek()) {
      const before = this.items.total;
      const retry = await this.connect();
      if (!retry || this.closed.peek()) {
        this.closed.value = true;
        return;
      }
      failures = this.items.total > before ? 0 : failures + 1;
      this.state.value = "waiting";
      this.reconnects.value++;
      await pause(backoff(failures), this.controller.signal);
    }
  }

  close(): void {
    if (!this.closed.peek()) {
      this.closed.value = true;
      this.state.value = "closed";
      this.controller.abort();
    }
  }

  /** @returns whether the connection was lost, so that it should be renewed */
  private async connect(): Promise<boolean> {
    this.state.value = "connecting";
    const headers: Record<string, string> = { "Content-Type": "application/json", Accept: "text/event-stream" };
    if (this.lastEventId !== undefined) {
      headers["Last-Event-ID"] = this.lastEventId;
    }
    try {
      const response = await send(operationPath(this.id), { method: "POST", headers, body: this.body, signal: this.controller.signal });
      this.state.value = "open";
      this.message.value = null;
      let ended = false;
      await readEvents(response, (event) => {
        ended = this.take(event) || ended;
      });
      return !ended;
    } catch (e) {
      return this.failed(e as Error);
    }
  }

  private failed(e: Error): boolean {
    if (this.closed.peek()) {
      return false;
    }
    this.message.value = e.message;
    const lost = !(e instanceof Problem) || e.status === 0 || e.status === 429 || e.status >= 500;
    if (!lost) {
      this.state.value = "failed";
    }
    return lost;
  }

  /** @returns whether nothing follows */
  private take(event: ServerEvent): boolean {
    if (event.event === "item") {
      this.lastEventId = event.id ?? this.lastEventId;
      this.items.push({ number: this.items.total + 1, at: Date.now(), id: event.id, text: event.data });
      this.tick();
      return false;
    }
    if (event.event === "complete") {
      this.state.value = "complete";
      return true;
    }
    if (event.event === "error") {
      this.message.value = reason(event.data);
      if (isPassing(event.data)) {
        return false;
      }
      this.state.value = "failed";
      if (session.peek()?.caller) {
        // It may be the session that ended.
        void loadSession();
      }
      return true;
    }
    return false;
  }

  private tick(): void {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.current.second) {
      this.current = { second, count: 0 };
      this.perSecond.push(this.current);
    }
    this.current.count++;
    if (!this.painting) {
      this.painting = true;
      setTimeout(() => {
        this.painting = false;
        this.version.value++;
      }, 100);
    }
  }

  /** How many came, for a view that follows. */
  seen(): number {
    return this.version.value >= 0 ? this.items.total : 0;
  }

  /** Items of each second of the last minute, by its time; also of those in which none came. */
  rates(): [number, number][] {
    const known = new Map(this.perSecond.toArray().map(({ second, count }) => [second, count]));
    const now = Math.floor((this.closed.peek() ? this.current.second * 1000 : Date.now()) / 1000);
    const from = Math.max(Math.floor(this.began / 1000), now - RATE_SECONDS + 1);
    return Array.from({ length: Math.max(0, now - from + 1) }, (_, index) => [(from + index) * 1000, known.get(from + index) ?? 0]);
  }

  /** Items a second over the last five. */
  rate(): number {
    const from = Math.floor(Date.now() / 1000) - 5;
    return this.perSecond.toArray().filter(({ second }) => second >= from).reduce((sum, { count }) => sum + count, 0) / 5;
  }
}

/** Whether the hub or what is behind it is away for a while: it is asked again, later and later. */
function isPassing(data: string): boolean {
  try {
    const problem = parse(data);
    return isObject(problem) && problem["code"] === "UNAVAILABLE" && problem["retryable"] === true;
  } catch {
    return false;
  }
}

function reason(data: string): string {
  try {
    const problem = parse(data);
    return isObject(problem) ? `${String(problem["code"] ?? "")} ${String(problem["detail"] ?? problem["title"] ?? "")}`.trim() : data;
  } catch {
    return data;
  }
}
