import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { check, type InputError } from "./api";
import { parse, print, replaced, type Json, type Path } from "./json";
import { Schemas } from "./schema";
import { keep, read } from "./theme";

const KEPT = 10;
const LARGEST_KEPT = 20_000;
const REST = 150;

/** An input while it is written: its text leads, the form and the text are two views of it. */
export class Draft {
  readonly schemas: Schemas;
  readonly text: Signal<string>;
  readonly value = signal<Json | undefined>(undefined);
  /** Why the text is no JSON. */
  readonly broken = signal<string | null>(null);
  readonly errors = signal<InputError[]>([]);
  /** The last inputs of this operation, newest first; they stay in this browser. */
  readonly past: Signal<string[]>;
  readonly byPointer: ReadonlySignal<Map<string, string>>;
  /** How many fields show the errors of a pointer. */
  private readonly fields = new Map<string, number>();
  private readonly fieldsVersion = signal(0);
  private running = new AbortController();
  private timer: number | undefined;
  private readonly stop: () => void;

  constructor(
    readonly id: string,
    inputSchema: Json,
  ) {
    this.schemas = new Schemas(inputSchema);
    this.past = signal(this.kept());
    this.text = signal(this.past.peek()[0] ?? print(this.schemas.start(inputSchema)));
    this.byPointer = computed(() => new Map(this.errors.value.map((error) => [error.pointer, error.message])));
    this.stop = effect(() => this.follow(this.text.value));
  }

  close(): void {
    this.stop();
    this.running.abort();
    clearTimeout(this.timer);
  }

  change(path: Path, part: Json | undefined): void {
    this.text.value = print(replaced(this.value.peek(), path, part) ?? {});
  }

  /** Takes another input over, such as an example. */
  fill(value: Json): void {
    this.text.value = print(value);
  }

  private follow(text: string): void {
    try {
      this.value.value = parse(text.trim() === "" ? "{}" : text, true);
      this.broken.value = null;
    } catch (e) {
      this.broken.value = (e as Error).message;
    }
    this.running.abort();
    clearTimeout(this.timer);
    if (this.broken.peek() === null) {
      this.timer = window.setTimeout(() => void this.validate(), REST);
    }
  }

  private async validate(): Promise<void> {
    this.running = new AbortController();
    const { signal } = this.running;
    try {
      const found = await check(this.id, this.body(), signal);
      if (!signal.aborted) {
        this.errors.value = found;
      }
    } catch {
      // A call will say what is wrong; nothing is lost.
    }
  }

  /** Shows what a call of this input was refused for. */
  refuse(body: string, found: InputError[]): void {
    if (body === this.body() && found.length > 0) {
      // A check that is under way knows less.
      this.running.abort();
      clearTimeout(this.timer);
      this.errors.value = found;
    }
  }

  /** Notes that a field shows the errors of a pointer, until it does not. */
  placed(pointer: string): () => void {
    this.place(pointer, 1);
    return () => this.place(pointer, -1);
  }

  private place(pointer: string, step: number): void {
    this.fields.set(pointer, (this.fields.get(pointer) ?? 0) + step);
    this.fieldsVersion.value = this.fieldsVersion.peek() + 1;
  }

  /** Errors that no field shows. */
  unplaced(): InputError[] {
    const shown = this.fieldsVersion.value >= 0 ? this.fields : new Map<string, number>();
    return this.errors.value.filter(({ pointer }) => !((shown.get(pointer) ?? 0) > 0));
  }

  /** What is sent: the text as it was written, so that no digit changes. */
  body(): string {
    const text = this.text.peek().trim();
    return text === "" ? "{}" : text;
  }

  private kept(): string[] {
    try {
      const kept = JSON.parse(read(this.key()) ?? "[]") as unknown;
      return Array.isArray(kept) ? kept.filter((entry): entry is string => typeof entry === "string") : [];
    } catch {
      return [];
    }
  }

  remember(): void {
    const text = this.text.peek();
    if (text.length <= LARGEST_KEPT && !this.hasSecret()) {
      const others = this.past.peek().filter((entry) => entry !== text);
      this.past.value = [text, ...others].slice(0, KEPT);
      keep(this.key(), JSON.stringify(this.past.peek()));
    }
  }

  /** What a schema calls a password is not kept. */
  private hasSecret(): boolean {
    return JSON.stringify(this.schemas.root).includes('"format":"password"');
  }

  private key(): string {
    return "operations.inputs." + this.id;
  }
}
