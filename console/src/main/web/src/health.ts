import { computed, signal } from "@preact/signals";
import { get, query, rest } from "./api";

/** A source as every listing names it. */
export type SourceState = { name: string; kind: string; state: string; operations: number; error?: string };

const PACE = 10_000;

/** While something starts, or nothing is known. */
const SOON = 1_000;

/** The sources of the hub as they were last seen. */
export const sourceStates = signal<SourceState[]>([]);

/** Takes over what a listing says; nothing is shown anew if it is what was known. */
export function seeSources(found: SourceState[] | undefined): void {
  if (found !== undefined && JSON.stringify(found) !== JSON.stringify(sourceStates.peek())) {
    sourceStates.value = found;
  }
}

/** Those that failed. */
export const failedSources = computed(() => sourceStates.value.filter(({ state }) => state === "failed"));

export function sourceKind(source: string): string {
  return sourceStates.value.find(({ name }) => name === source)?.kind ?? "";
}

/** Grows when the hub answers after it did not. */
export const returns = signal(0);

async function look(): Promise<boolean> {
  try {
    seeSources((await get<{ sources?: SourceState[] }>(rest("?" + query({ limit: 1, brief: "true" })))).sources);
    return true;
  } catch {
    // What is looked at says so itself.
    return false;
  }
}

function isSettled(): boolean {
  return sourceStates.peek().every(({ state }) => state === "ready" || state === "failed");
}

/** Looks after the sources while the page is looked at, until it is stopped. */
export function watchSources(): () => void {
  let there = true;
  let timer = window.setTimeout(turn, SOON);
  async function turn(): Promise<void> {
    const before = there;
    there = document.visibilityState === "visible" ? await look() : there;
    if (there && !before) {
      returns.value++;
    }
    if (timer !== 0) {
      timer = window.setTimeout(turn, there && isSettled() ? PACE : SOON);
    }
  }
  return () => {
    clearTimeout(timer);
    timer = 0;
  };
}
