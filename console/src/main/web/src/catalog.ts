import { batch, signal } from "@preact/signals";
import { get, query, rest, type Problem } from "./api";
import { seeSources, type SourceState } from "./health";
import { apiPath } from "./session";

export type Entry = { id: string; type: string; summary: string; source?: string };
export type Facet = { name: string; count: number };
export type Facets = { total: number } & Record<FacetName, Facet[]>;
export type FacetName = "sources" | "namespaces" | "types" | "tags" | "scopes";

type Listing = { operations: Entry[]; nextCursor?: string; fitsWell?: boolean; sources?: SourceState[] };

/** The filter of a listing that each facet sets. */
export const FILTERS: Record<FacetName, string> = {
  sources: "source",
  namespaces: "namespace",
  types: "type",
  tags: "tag",
  scopes: "scope",
};

/** How many results of a search there are at most. */
const HITS = 200;

/** What a window shows: a keystroke is answered with no more. */
const FIRST_HITS = 50;
const FIRST_PAGE = 200;
const PAGE = 5_000;

export const asked = signal("");
export const filters = signal<Partial<Record<FacetName, string>>>({});
export const entries = signal<Entry[]>([]);
export const total = signal(0);
export const facets = signal<Facets | null>(null);
export const fitsWell = signal(true);
export const failure = signal<Problem | null>(null);
export const loaded = signal(false);
export const selected = signal(0);

/** Whether a search found more than is loaded. */
export const more = signal(false);

let running = new AbortController();
let cursor: string | undefined;
let loadingMore = false;
let facetTimer: number | undefined;

/** Where a facet's choice goes in the address of a request. */
function chosen(): Record<string, string | undefined> {
  const parameters: Record<string, string | undefined> = {};
  for (const [facet, value] of Object.entries(filters.value)) {
    parameters[FILTERS[facet as FacetName]] = value;
  }
  return parameters;
}

/** Asks the hub for what is searched for; an answer that a newer question has overtaken is dropped. */
export async function refresh(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const search = asked.value.trim();
  const limit = search === "" ? FIRST_PAGE : FIRST_HITS;
  scheduleFacets(signal);
  try {
    const page = await get<Listing>(rest("?" + query({ search, ...chosen(), limit, brief: "true" })), signal);
    if (signal.aborted) {
      return;
    }
    batch(() => {
      cursor = page.nextCursor;
      entries.value = page.operations;
      more.value = search !== "" && page.operations.length === FIRST_HITS;
      fitsWell.value = page.fitsWell ?? true;
      seeSources(page.sources);
      total.value = search === "" && cursor ? Math.max(facets.value?.total ?? 0, page.operations.length) : page.operations.length;
      selected.value = 0;
      failure.value = null;
      loaded.value = true;
    });
  } catch (e) {
    if (!signal.aborted) {
      failure.value = e as Problem;
      loaded.value = true;
    }
  }
}

/** The rest of what a search found: it is asked for again, with more results. */
async function allHits(): Promise<void> {
  more.value = false;
  const { signal } = running;
  try {
    const page = await get<Listing>(rest("?" + query({ search: asked.value.trim(), ...chosen(), limit: HITS, brief: "true" })), signal);
    if (!signal.aborted) {
      batch(() => {
        entries.value = page.operations;
        total.value = page.operations.length;
      });
    }
  } catch (e) {
    if (!signal.aborted) {
      failure.value = e as Problem;
    }
  }
}

/** Loads on until a row is there: a listing has no way but forward. */
export async function reach(index: number): Promise<void> {
  if (more.peek() && index >= entries.peek().length - 1) {
    return allHits();
  }
  if (loadingMore || cursor === undefined || index < entries.value.length) {
    return;
  }
  loadingMore = true;
  const { signal } = running;
  try {
    while (cursor !== undefined && index >= entries.value.length && !signal.aborted) {
      const page: Listing = await get<Listing>(rest("?" + query({ ...chosen(), limit: PAGE, brief: "true", cursor })), signal);
      if (!signal.aborted) {
        batch(() => {
          cursor = page.nextCursor;
          entries.value = entries.value.concat(page.operations);
          total.value = cursor === undefined ? entries.value.length : Math.max(total.value, entries.value.length);
        });
      }
    }
  } catch (e) {
    if (!signal.aborted) {
      failure.value = e as Problem;
    }
  } finally {
    loadingMore = false;
  }
}

/** Facets follow when typing rests: they are not what one waits for. */
function scheduleFacets(signal: AbortSignal): void {
  clearTimeout(facetTimer);
  facetTimer = window.setTimeout(() => void loadFacets(signal), facets.value === null ? 0 : 200);
}

async function loadFacets(signal: AbortSignal): Promise<void> {
  try {
    const found = await get<Facets>(apiPath("facets?" + query({ search: asked.value.trim(), ...chosen() })), signal);
    if (!signal.aborted) {
      batch(() => {
        facets.value = found;
        if (asked.value.trim() === "") {
          total.value = cursor === undefined ? entries.value.length : Math.max(found.total, entries.value.length);
        }
      });
    }
  } catch {
    // The list works without them; the next change asks again.
  }
}

export function choose(facet: FacetName, value: string | undefined): void {
  const next = { ...filters.value };
  if (value === undefined) {
    delete next[facet];
  } else {
    next[facet] = value;
  }
  filters.value = next;
  void refresh();
}
