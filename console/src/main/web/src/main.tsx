import { effect, signal } from "@preact/signals";
import { render, type ComponentType } from "preact";
import { CatalogView } from "./catalogview";
import { helpOpen, listen, paletteOpen } from "./keys";
import { route } from "./router";
import { loadSession, mustSignIn, session, sessionError } from "./session";
import { Header } from "./shell";

/** Views beside the first are loaded when they are first looked at. */
const VIEWS: Record<string, () => Promise<ComponentType>> = {
  op: async () => (await import("./operationview")).OperationView,
  streams: async () => (await import("./streamsview")).StreamsView,
  sources: async () => (await import("./sourcesview")).SourcesView,
  activity: async () => (await import("./activityview")).ActivityView,
  "sign-in": async () => (await import("./signinview")).SignInView,
  palette: async () => (await import("./palette")).Palette,
  help: async () => (await import("./help")).Help,
};

const ready = signal<Record<string, ComponentType>>({ catalog: CatalogView });

function Lazy({ name }: { name: string }) {
  const View = ready.value[name];
  if (View) {
    return <View />;
  }
  if (!VIEWS[name]) {
    return (
      <main id="content" class="panel">
        <h1>Not found</h1>
        <p>
          <a href="#/">Go to the catalog</a>
        </p>
      </main>
    );
  }
  make(name).catch(() => (sessionError.value = "The console was updated or the hub is gone: reload the page"));
  return <main id="content" aria-busy="true" />;
}

async function make(name: string): Promise<void> {
  const made = await VIEWS[name]!();
  ready.value = { ...ready.peek(), [name]: made };
}

/** Once nothing else is to be done all views are loaded, so that none is waited for. */
function loadRest(): void {
  const idle = window.requestIdleCallback ?? ((action: () => void) => setTimeout(action, 500));
  // What fails now is tried again when it is looked at.
  idle(() => Object.keys(VIEWS).forEach((name) => void make(name).catch(() => undefined)));
}

function App() {
  const now = session.value;
  if (now === null) {
    return (
      <main id="content" class="panel">
        {sessionError.value !== null && (
          <div class="note bad" role="alert">
            <p>{sessionError.value}</p>
            <button type="button" onClick={() => void loadSession()}>
              Try again
            </button>
          </div>
        )}
      </main>
    );
  }
  const view = mustSignIn() ? "sign-in" : route.value.view;
  return (
    <>
      <a class="skip" href="#content" onClick={(event) => skip(event)}>
        Skip to the content
      </a>
      <Header view={view} />
      {sessionError.value !== null && (
        <p class="note bad banner" role="alert">
          {sessionError.value}
        </p>
      )}
      <Lazy key={view} name={view} />
      {paletteOpen.value && !mustSignIn() && <Lazy name="palette" />}
      {helpOpen.value && <Lazy name="help" />}
    </>
  );
}

/** The address is taken by the router, so the focus is moved by hand. */
function skip(event: Event): void {
  event.preventDefault();
  const content = document.getElementById("content");
  content?.setAttribute("tabindex", "-1");
  content?.focus();
}

effect(() => {
  const { view, rest } = route.value;
  const place = rest || (view === "catalog" ? "" : view[0]!.toUpperCase() + view.slice(1));
  document.title = (place ? place.slice(0, 80) + " · " : "") + (session.value?.title ?? "Operations");
});

listen();
void loadSession().then(loadRest);
render(<App />, document.getElementById("app")!);
