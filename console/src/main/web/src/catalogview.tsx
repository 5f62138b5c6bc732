import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import * as catalog from "./catalog";
import type { FacetName } from "./catalog";
import { failedSources, sourceKind, sourceStates } from "./health";
import { Chip, ErrorNote, TypeMark } from "./parts";
import { amend, go, operationLink, route } from "./router";
import { count, counted, prose, visible } from "./text";
import { VirtualList } from "./virtual";

const FACETS: [FacetName, string][] = [
  ["types", "Type"],
  ["sources", "Source"],
  ["namespaces", "Namespace"],
  ["tags", "Tag"],
  ["scopes", "Access"],
];

const SHOWN = 12;
const WIDEST_ID = 44;
const narrow = matchMedia("(max-width: 640px)");
const rowHeight = signal(narrow.matches ? 52 : 34);
narrow.addEventListener("change", () => {
  rowHeight.value = narrow.matches ? 52 : 34;
});

const facetsOpen = signal(false);

/** How long somebody who types may pause, in milliseconds. */
const TYPING = 400;
let remembering: number | undefined;

/** To change the address costs more than to show rows: it follows when typing rests. */
function rememberSoon(): void {
  clearTimeout(remembering);
  remembering = window.setTimeout(remember, TYPING);
}

/** The address tells what is searched for, so that it can be shared and found again by going back. */
function remember(): void {
  clearTimeout(remembering);
  const query = new URLSearchParams();
  if (catalog.asked.value) {
    query.set("q", catalog.asked.value);
  }
  Object.entries(catalog.filters.value).forEach(([facet, value]) => query.set(facet, value));
  const text = query.toString();
  amend("#/" + (text ? "?" + text : ""));
}

function adopt(query: URLSearchParams): void {
  catalog.asked.value = query.get("q") ?? "";
  const filters: Partial<Record<FacetName, string>> = {};
  for (const [facet] of FACETS) {
    const value = query.get(facet);
    if (value !== null) {
      filters[facet] = value;
    }
  }
  catalog.filters.value = filters;
}

function change(facet: FacetName, value: string | undefined): void {
  catalog.choose(facet, value);
  remember();
}

export function CatalogView() {
  useEffect(() => {
    adopt(route.peek().query);
    void catalog.refresh();
    return () => clearTimeout(remembering);
  }, []);
  return (
    <main class="catalog" id="content">
      <h1 class="unseen">Catalog</h1>
      <Search />
      <Filters />
      <Results />
    </main>
  );
}

function Search() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!narrow.matches) {
      box.current?.focus();
    }
  }, []);
  const onInput = (event: Event) => {
    catalog.asked.value = (event.target as HTMLInputElement).value;
    void catalog.refresh();
    rememberSoon();
  };
  const found = catalog.entries.value;
  const current = found[catalog.selected.value];
  return (
    <div class="search" role="search">
      <input
        ref={box}
        id="search"
        type="text"
        enterkeyhint="search"
        role="combobox"
        placeholder="Search everything this hub can call"
        aria-label="Search operations"
        aria-expanded="true"
        aria-controls="results"
        aria-autocomplete="list"
        aria-activedescendant={current ? "row-" + catalog.selected.value : undefined}
        autocomplete="off"
        spellcheck={false}
        value={catalog.asked.value}
        onInput={onInput}
        onKeyDown={onKey}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function onKey(event: KeyboardEvent): void {
  const size = catalog.total.value;
  const rows = Math.max(1, Math.floor(innerHeight / rowHeight.value) - 6);
  const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: rows, PageUp: -rows };
  const step = moves[event.key];
  if (step !== undefined) {
    event.preventDefault();
    catalog.selected.value = Math.min(Math.max(0, catalog.selected.value + step), Math.max(0, size - 1));
  } else if (event.key === "Enter") {
    const entry = catalog.entries.value[catalog.selected.value];
    if (entry) {
      open(entry);
    }
  } else if (event.key === "Escape" && catalog.asked.value !== "") {
    event.preventDefault();
    catalog.asked.value = "";
    void catalog.refresh();
    remember();
  }
}

function open(entry: catalog.Entry): void {
  // So that going back finds the same rows.
  remember();
  go(operationLink(entry.id));
}

function Filters() {
  const facets = catalog.facets.value;
  const chosen = Object.entries(catalog.filters.value) as [FacetName, string][];
  return (
    <aside class="facets" aria-label="Filters">
      <button type="button" class="facets-toggle" aria-expanded={facetsOpen.value} onClick={() => (facetsOpen.value = !facetsOpen.value)}>
        Filters{chosen.length > 0 ? ` (${chosen.length})` : ""}
      </button>
      <div class={facetsOpen.value ? "facet-lists open" : "facet-lists"}>
        {FACETS.map(([name, label]) => (
          <FacetList key={name} name={name} label={label} all={facets?.[name] ?? []} chosen={catalog.filters.value[name]} />
        ))}
      </div>
    </aside>
  );
}

function FacetList({ name, label, all, chosen }: { name: FacetName; label: string; all: catalog.Facet[]; chosen: string | undefined }) {
  const more = useRef(signal(false)).current;
  if (all.length === 0 && chosen === undefined) {
    return null;
  }
  const shown = more.value ? all : all.slice(0, SHOWN);
  const missing = chosen !== undefined && !shown.some((facet) => facet.name === chosen) ? [{ name: chosen, count: -1 }] : [];
  return (
    <section>
      <h2>{label}</h2>
      <ul>
        {[...missing, ...shown].map((facet) => (
          <li key={facet.name}>
            <button type="button" aria-pressed={facet.name === chosen} onClick={() => change(name, facet.name === chosen ? undefined : facet.name)}>
              {name === "types" && <TypeMark type={facet.name} />}
              <FacetName facet={name} value={facet.name} />
              {facet.count >= 0 && <small>{count(facet.count)}</small>}
            </button>
          </li>
        ))}
      </ul>
      {all.length > SHOWN && (
        <button type="button" class="quiet" onClick={() => (more.value = !more.value)}>
          {more.value ? "fewer" : `${count(all.length - SHOWN)} more`}
        </button>
      )}
    </section>
  );
}

function FacetName({ facet, value }: { facet: FacetName; value: string }) {
  const failed = facet === "sources" && failedSources.value.some(({ name }) => name === value);
  return (
    <span class="facet-name">
      {facet === "scopes" && value === "none" ? "open to all" : visible(value)}
      {facet === "sources" && <small class="type"> {visible(sourceKind(value))}</small>}
      {failed && <span class="badge bad">failed</span>}
    </span>
  );
}

function Results() {
  const found = catalog.entries.value;
  const size = catalog.total.value;
  return (
    <section class="results" aria-label="Operations">
      <p class="status" role="status">
        <Summary size={size} />
      </p>
      {catalog.failure.value && <ErrorNote problem={catalog.failure.value} retry={() => void catalog.refresh()} />}
      <VirtualList
        id="results"
        role="listbox"
        label="Operations"
        class="rows"
        style={{ "--id": `${idWidth(found)}ch` }}
        count={size}
        rowHeight={rowHeight.value}
        focus={catalog.selected.value}
        rows={found}
        onRange={(_first, last) => void catalog.reach(last - 1)}
        row={(index) => <Row key={index} index={index} entry={found[index]} size={size} />}
      />
    </section>
  );
}

/** Ids make a column as wide as the longest of them, within reason. */
function idWidth(found: catalog.Entry[]): number {
  let widest = 12;
  for (const entry of found) {
    widest = Math.max(widest, entry.id.length);
  }
  return Math.min(widest, WIDEST_ID);
}

function found(size: number): string {
  const sources = sourceStates.value.length;
  if (catalog.asked.value.trim() !== "") {
    return size === 0 ? "Nothing found" : catalog.more.value ? `The best ${count(size)} results` : `${counted(size, "result")}, best first`;
  }
  return counted(size, "operation") + (sources > 0 && Object.keys(catalog.filters.value).length === 0 ? ` from ${counted(sources, "source")}` : "");
}

function Summary({ size }: { size: number }) {
  if (!catalog.loaded.value) {
    return <>Loading…</>;
  }
  const chosen = Object.entries(catalog.filters.value) as [FacetName, string][];
  const searched = catalog.asked.value.trim() !== "";
  return (
    <>
      <span>
        {found(size)}
        {searched && size > 0 && !catalog.fitsWell.value && " · nothing fits well, this is the nearest"}
      </span>
      {failedSources.value.length > 0 && (
        <a class="badge bad" href="#/sources">
          {counted(failedSources.value.length, "source")} failed
        </a>
      )}
      {chosen.map(([facet, value]) => (
        <Chip key={facet} text={value} remove={() => change(facet, undefined)} />
      ))}
    </>
  );
}

function Row({ index, entry, size }: { index: number; entry: catalog.Entry | undefined; size: number }) {
  const current = index === catalog.selected.value;
  const click = (event: MouseEvent) => {
    if (!entry) {
      return;
    }
    catalog.selected.value = index;
    if (event.ctrlKey || event.metaKey) {
      window.open(operationLink(entry.id));
    } else {
      open(entry);
    }
  };
  return (
    <div
      id={"row-" + index}
      role="option"
      class={current ? "row current" : "row"}
      aria-selected={current}
      aria-setsize={size}
      aria-posinset={index + 1}
      onClick={click}
    >
      {entry ? (
        <>
          <TypeMark type={entry.type} />
          <span class="row-id">{visible(entry.id)}</span>
          <bdi class="row-summary">{prose(entry.summary)}</bdi>
          {entry.source && <Origin source={entry.source} />}
        </>
      ) : (
        <span class="row-id">…</span>
      )}
    </div>
  );
}

/** Where an operation comes from, with what that is. */
function Origin({ source }: { source: string }) {
  return (
    <span class="row-source">
      {visible(source)} <small>{visible(sourceKind(source))}</small>
    </span>
  );
}
