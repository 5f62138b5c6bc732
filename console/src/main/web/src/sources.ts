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
export type Link = { name: string | null; kind: string; peer: string | null; offers: number; since: number };
export type Sources = { sources: Source[]; links: Link[] };

/** The colour of a state: the hub's own words. */
export function tone(state: string): string {
  if (state === "ready") {
    return "good";
  }
  return state === "failed" ? "bad" : "warn";
}
