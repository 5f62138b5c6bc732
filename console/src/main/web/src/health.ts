import { computed, signal } from "@preact/signals";
import { get, query, rest } from "./api";

/** A source as every listing names it. */
export type SourceState = { name: string; kind: string; state: string; operations: number; error?: string };

const PACE = 10_000;
const FIRST = 500;

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

/** Looks after the sources while the page is looked at, until it is stopped. */
export function watchSources(): () => void {
  const look = async () => {
    if (document.visibilityState !== "visible") {
      return;
    }
    try {
      seeSources((await get<{ sources?: SourceState[] }>(rest("?" + query({ limit: 1, brief: "true" })))).sources);
    } catch {
      // What is looked at says so itself.
    }
  };
  const timer = setInterval(() => void look(), PACE);
  // The catalog finds out by itself; other views do not.
  const first = setTimeout(() => sourceStates.peek().length === 0 && void look(), FIRST);
  return () => {
    clearInterval(timer);
    clearTimeout(first);
  };
}
