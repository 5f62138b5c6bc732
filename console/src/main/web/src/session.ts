import { batch, signal } from "@preact/signals";

export type Issuer = { name: string; title: string; login: string };

export type Session = {
  title: string;
  version: string;
  caller: { id: string; scopes: string[] } | null;
  signIn: { needed: boolean; token: boolean; issuers: Issuer[] };
  /** Whether the console ends the session; where an application signs people in, it does not. */
  signOut: boolean;
  csrf: string | null;
  expires: number | null;
  paths: { rest: string; mcp: string | null; links: string | null };
};

/** Who looks, and where things are; null until the hub has answered. */
export const session = signal<Session | null>(null);

/** Who was signed in and is not any longer, without having signed out here. */
export const lost = signal(false);

/** Why the hub did not answer. */
export const sessionError = signal<string | null>(null);

const API = "console/api/";

export function apiPath(path: string): string {
  return API + path;
}

/** Where the application signs people in, it answers with its own page once they are signed out. */
export function isSignedOut(response: Response): boolean {
  return response.redirected && (response.headers.get("Content-Type") ?? "").startsWith("text/html");
}

export const SIGNED_OUT = "You are not signed in any longer: reload the page";

async function take(response: Response): Promise<void> {
  if (isSignedOut(response)) {
    throw new Error(SIGNED_OUT);
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
    throw new Error(problem.detail ?? problem.title ?? `The hub answered ${response.status}`);
  }
  const before = session.peek()?.caller;
  const now = (await response.json()) as Session;
  batch(() => {
    lost.value = now.caller === null && (lost.peek() || (before !== null && before !== undefined));
    session.value = now;
    sessionError.value = null;
  });
}

export async function loadSession(): Promise<void> {
  try {
    await take(await fetch(API + "session", { headers: { Accept: "application/json" } }));
  } catch (e) {
    sessionError.value = e instanceof TypeError ? "The hub cannot be reached" : String((e as Error).message);
  }
}

export async function signIn(token: string): Promise<void> {
  await take(
    await fetch(API + "session", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...csrf() },
      body: JSON.stringify({ token }),
    }),
  );
}

export async function signOut(): Promise<void> {
  await fetch(API + "session", { method: "DELETE", headers: csrf() });
  const known = session.peek();
  session.value = known && { ...known, caller: null };
  await loadSession();
}

/** Proves that this page sends the request: the session's cookie alone is not enough. */
export function csrf(): Record<string, string> {
  const token = session.value?.csrf;
  return token ? { "X-Console-Csrf": token } : {};
}

export function mustSignIn(): boolean {
  const now = session.value;
  return now !== null && now.signIn.needed && now.caller === null;
}
