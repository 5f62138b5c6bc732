import { useEffect } from "preact/hooks";
import { failedSources, watchSources } from "./health";
import { helpOpen, paletteOpen } from "./keys";
import { session } from "./session";
import { leave } from "./streams";
import { shortened, visible } from "./text";
import { theme, toggleTheme } from "./theme";

const VIEWS = [
  ["catalog", "#/", "Catalog"],
  ["streams", "#/streams", "Streams"],
  ["sources", "#/sources", "Sources"],
  ["activity", "#/activity", "Activity"],
] as const;

export function Header({ view }: { view: string }) {
  const { title, caller, signIn, signOut: canLeave } = session.value!;
  const shown = view === "op" ? "catalog" : view;
  const failed = failedSources.value.length;
  useEffect(() => (view === "sign-in" ? undefined : watchSources()), [view === "sign-in"]);
  return (
    <header class="top">
      <a class="brand" href="#/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle cx="16" cy="16" r="4.5" />
          <path d="M16 11V4M16 28v-7M11 16H4M28 16h-7" />
        </svg>
        <span>{visible(shortened(title, 40))}</span>
      </a>
      {view !== "sign-in" && (
        <nav aria-label="Views">
          {VIEWS.map(([name, hash, label]) => (
            <a key={name} href={hash} aria-current={name === shown ? "page" : undefined}>
              {label}
              {name === "sources" && failed > 0 && <span class="dot dot-failed" role="img" aria-label={`${failed} failed`} />}
            </a>
          ))}
        </nav>
      )}
      <span class="tools">
        {view !== "sign-in" && (
          <button type="button" class="quiet" aria-label="Go to… Ctrl K" aria-keyshortcuts="Control+K" onClick={() => (paletteOpen.value = true)}>
            <span>Go to…</span> <kbd>Ctrl K</kbd>
          </button>
        )}
        <button type="button" class="quiet" aria-label={theme.value === "dark" ? "Use the light theme" : "Use the dark theme"} onClick={toggleTheme}>
          {theme.value === "dark" ? "☀" : "☾"}
        </button>
        <button type="button" class="quiet" aria-label="Show all keys" aria-keyshortcuts="?" onClick={() => (helpOpen.value = true)}>
          ?
        </button>
        {caller && canLeave && (
          <button type="button" class="quiet" title={caller.scopes.join(" ")} onClick={() => void leave()}>
            {visible(shortened(caller.id, 30))} · Sign out
          </button>
        )}
        {caller && !canLeave && <span title={caller.scopes.join(" ")}>{visible(shortened(caller.id, 30))}</span>}
        {!caller && (signIn.token || signIn.issuers.length > 0) && view !== "sign-in" && <a href="#/sign-in">Sign in</a>}
      </span>
    </header>
  );
}
