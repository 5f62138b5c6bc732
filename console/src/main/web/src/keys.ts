import { signal } from "@preact/signals";
import { go, route } from "./router";

export type Runnable = { start: () => void; cancel: () => void; running: () => boolean };

let current: Runnable | null = null;
let prefix = 0;

export const helpOpen = signal(false);
export const paletteOpen = signal(false);

export const KEYS: [string, string][] = [
  ["Ctrl K", "palette: go anywhere, do anything"],
  ["/", "search"],
  ["↑ ↓ PgUp PgDn", "choose a row, in the search"],
  ["Enter", "open the chosen row"],
  ["Esc", "clear the search, cancel a call, close a dialog, go back to the catalog"],
  ["Ctrl Enter", "run or subscribe"],
  ["g c", "catalog"],
  ["g t", "streams"],
  ["g s", "sources"],
  ["g a", "activity"],
  ["← →", "choose a tab"],
  ["?", "this list"],
];

const GOALS: Record<string, string> = { c: "#/", t: "#/streams", s: "#/sources", a: "#/activity" };

/** What Ctrl-Enter and Esc act on, until it is unbound. */
export function bindRun(run: Runnable): () => void {
  current = run;
  return () => {
    if (current === run) {
      current = null;
    }
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function focusSearch(): void {
  if (route.peek().view !== "catalog") {
    go("#/");
  }
  // The view is made by then.
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("search")?.focus()));
}

export function listen(): void {
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      paletteOpen.value = !paletteOpen.value;
    } else if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && current !== null) {
      event.preventDefault();
      current.start();
    } else if (event.key === "Escape" && !event.defaultPrevented && !paletteOpen.peek() && !helpOpen.peek()) {
      escape(event);
    } else if (!isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && !paletteOpen.peek() && !helpOpen.peek()) {
      plain(event);
    }
  });
}

function escape(event: KeyboardEvent): void {
  if (current?.running()) {
    event.preventDefault();
    current.cancel();
  } else if (isTyping(event.target)) {
    (event.target as HTMLElement).blur();
  } else if (route.peek().view !== "catalog") {
    go("#/");
  }
}

function plain(event: KeyboardEvent): void {
  const goal = GOALS[event.key];
  if (event.key === "/") {
    event.preventDefault();
    focusSearch();
  } else if (event.key === "?") {
    event.preventDefault();
    helpOpen.value = true;
  } else if (event.key === "g") {
    prefix = performance.now();
  } else if (goal !== undefined && performance.now() - prefix < 1500) {
    event.preventDefault();
    prefix = 0;
    go(goal);
  }
}
