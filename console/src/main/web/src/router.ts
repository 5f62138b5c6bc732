import { computed, signal } from "@preact/signals";

/** Where the page is, as its address says: {@code #/op/tasks.add?tab=code}. */
export type Route = { view: string; rest: string; query: URLSearchParams };

const address = signal(location.hash);

addEventListener("hashchange", () => {
  address.value = location.hash;
});

export const route = computed<Route>(() => read(address.value));

function read(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const slash = path.indexOf("/");
  const view = slash < 0 ? path : path.slice(0, slash);
  return { view: view || "catalog", rest: slash < 0 ? "" : unescaped(path.slice(slash + 1)), query: new URLSearchParams(search) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function go(hash: string): void {
  location.hash = hash;
}

export function operationLink(id: string): string {
  return "#/op/" + encodeURIComponent(id);
}

/** Changes the address without a step in the history. */
export function amend(hash: string): void {
  history.replaceState(null, "", hash);
  address.value = hash;
}
