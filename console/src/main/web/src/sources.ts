export type Latency = { p50: number; p95: number; p99: number };

export type Source = {
  name: string;
  type: string;
  state: string;
  since: number | null;
  error: string | null;
  operations: number;
  leftOut: { name: string; reason: string }[];
  latency: Latency | null;
  stderr?: string[];
  resources?: number;
  prompts?: number;
  address?: string | null;
};

export type SourceDetail = Source & { resourceList?: unknown[]; promptList?: unknown[]; operationIds?: string[] };
export type Link = { name: string; kind: string; peer: string; offers: number; since: number };
export type Sources = { sources: Source[]; links: Link[] };

/** The colour of a state: the hub's own words. */
export function tone(state: string): string {
  if (state === "ready") {
    return "good";
  }
  return state === "failed" ? "bad" : "warn";
}
