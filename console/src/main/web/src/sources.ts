export type Latency = { p50: number; p95: number; p99: number };

export type Source = {
  name: string;
  type: string;
  state: string;
  since: number | null;
  error: string | null;
  /** Also after it has recovered. */
  lastFailure?: { message: string; at: number } | null;
  operations: number;
  leftOut: { name: string; reason: string }[];
  latency: Latency | null;
  stderr?: string[] | null;
  resources?: number;
  prompts?: number;
  address?: string | null;
};

export type SourceDetail = Source & { resourceList?: unknown[]; templateList?: unknown[]; promptList?: unknown[]; operationIds?: string[] };
/** What a caller who may not inspect the hub is not told is null. */
export type Link = {
  name: string | null;
  kind: string;
  /** in: somebody linked themselves; out: this hub did; shared: over the engine. */
  direction: "in" | "out" | "shared";
  /** The source that it is, or belongs to. */
  source?: string;
  peer?: string | null;
  up: boolean;
  offers: number;
  /** Those that the viewer may use, and not all of very many. */
  operations: string[];
  since?: number;
};
/** The engine is the name of the source that joins this hub with others, if there is one. */
export type Sources = { sources: Source[]; links: Link[]; linkCount: number; engine?: string };

const WAYS = { in: "linked to this hub", out: "linked by this hub" };

export function way(link: Link): string {
  return link.direction === "shared" ? "over " + link.kind : WAYS[link.direction];
}

export function linkName(link: Link): string {
  return link.direction === "shared" ? "worker " + link.name : link.name || link.peer || "a program";
}

/** The colour of a state: the hub's own words. */
export function tone(state: string): string {
  if (state === "ready") {
    return "good";
  }
  return state === "failed" ? "bad" : "warn";
}
