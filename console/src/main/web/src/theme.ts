import { effect, signal } from "@preact/signals";

export type Theme = "light" | "dark";

const KEY = "operations.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function stored(): Theme | null {
  const value = read(KEY);
  return value === "light" || value === "dark" ? value : null;
}

/** Storage may be forbidden; then nothing is kept. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: the page works without.
  }
}

export const theme = signal<Theme>(stored() ?? (system.matches ? "dark" : "light"));

system.addEventListener("change", () => {
  if (stored() === null) {
    theme.value = system.matches ? "dark" : "light";
  }
});

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  keep(KEY, theme.value);
}
