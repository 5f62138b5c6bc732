import { isObject, parse, type Json, type JsonObject } from "./json";
import { apiPath, csrf, isSignedOut, loadSession, session, SIGNED_OUT } from "./session";

/** What the hub refused, as problem+json says it. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly body: JsonObject,
  ) {
    super(String(body["detail"] ?? body["title"] ?? `The hub answered ${status}`));
  }

  get code(): string {
    return String(this.body["code"] ?? `HTTP_${this.status}`);
  }

  get requestId(): string | undefined {
    const id = this.body["requestId"];
    return typeof id === "string" ? id : undefined;
  }
}

/** Sends a request to the hub; what is no success is thrown. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  Object.entries(csrf()).forEach(([name, value]) => headers.set(name, value));
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, cache: "no-store" });
  } catch (e) {
    if ((e as Error).name === "AbortError") {
      throw e;
    }
    throw new Problem(0, { title: "The hub cannot be reached", code: "UNAVAILABLE" });
  }
  if (isSignedOut(response)) {
    throw new Problem(401, { title: SIGNED_OUT });
  }
  if (!response.ok) {
    if (response.status === 401 && session.value?.caller) {
      void loadSession();
    }
    throw await problem(response);
  }
  return response;
}

async function problem(response: Response): Promise<Problem> {
  const text = await response.text().catch(() => "");
  try {
    const body = parse(text);
    if (isObject(body)) {
      return new Problem(response.status, body);
    }
  } catch {
    // Not JSON: a proxy's page, perhaps.
  }
  return new Problem(response.status, { title: `${response.status} ${response.statusText}`.trim() });
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { headers: { Accept: "application/json" } };
  if (signal !== undefined) {
    init.signal = signal;
  }
  return (await (await send(path, init)).json()) as T;
}

export function rest(path = ""): string {
  return (session.value?.paths.rest ?? "operations").replace(/\/$/, "") + path;
}

export function operationPath(id: string): string {
  return rest("/" + encodeURIComponent(id));
}

export function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}

export type InputError = { pointer: string; message: string };

/** What the hub would refuse of an input, without a call. */
export async function check(id: string, input: string, signal: AbortSignal): Promise<InputError[]> {
  const response = await send(apiPath("check/" + encodeURIComponent(id)), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: input,
    signal,
  });
  return ((await response.json()) as { errors: InputError[] }).errors;
}

export type Spec = {
  id?: string;
  namespace: string;
  name: string;
  version: string;
  type: "query" | "mutation" | "subscription";
  title?: string;
  description: string;
  tags?: string[];
  inputSchema: Json;
  outputSchema: Json;
  accessControl: { requiredScopes?: string[]; requiredScopesAny?: string[]; resourceType?: string; resourceAction?: string };
  errors?: { code: string; description?: string; schema?: Json; httpStatus?: number }[];
  drift?: Record<string, number>;
  source?: string;
  _meta?: JsonObject;
  deprecated?: boolean;
};

export function loadSpec(id: string, signal: AbortSignal): Promise<Spec> {
  return get<Spec>(operationPath(id) + "/spec", signal);
}
