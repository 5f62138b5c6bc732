import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { loadSpec, type Spec } from "./api";
import { Draft } from "./draft";
import { Form } from "./form";
import { failedSources } from "./health";
import { isObject, print, type JsonObject } from "./json";
import { Markdown } from "./markdown";
import { CopyButton, ErrorNote, Tabs, TypeMark } from "./parts";
import { Result } from "./result";
import { route } from "./router";
import { inputErrors, Run } from "./run";
import { Schemas } from "./schema";
import { SchemaTree } from "./schematree";
import { snippets } from "./snippets";
import { StreamPanel } from "./streampanel";
import { openStream, streams } from "./streams";
import { bindRun } from "./keys";
import { count, counted, prose, shortened, visible } from "./text";

/** Which view of the input is shown; kept while one goes from operation to operation. */
const inputView = signal("form");

export function OperationView() {
  const id = route.value.rest;
  return <Operation key={id} id={id} />;
}

/** One operation; another one is a new component, so that nothing of this one is shown or run for it. */
function Operation({ id }: { id: string }) {
  const [spec, setSpec] = useState<Spec | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [again, setAgain] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setFailure(null);
    loadSpec(id, controller.signal).then(setSpec, (e: Error) => controller.signal.aborted || setFailure(e));
    return () => controller.abort();
  }, [id, again]);
  return (
    <main class="operation" id="content">
      {failure && (
        <>
          <h1>{visible(shortened(id, 200))}</h1>
          <ErrorNote problem={failure} retry={() => setAgain(again + 1)} />
        </>
      )}
      {!failure && (spec === null ? <h1 class="muted">{visible(shortened(id, 200))}</h1> : <Loaded id={id} spec={spec} />)}
    </main>
  );
}

function Loaded({ id, spec }: { id: string; spec: Spec }) {
  const draft = useMemo(() => new Draft(id, spec.inputSchema), [id, spec]);
  useEffect(() => () => draft.close(), [draft]);
  return (
    <>
      <Head id={id} spec={spec} />
      {spec.type === "subscription" ? <Subscribe id={id} draft={draft} /> : <Call id={id} draft={draft} />}
      <Details id={id} spec={spec} draft={draft} />
    </>
  );
}

function Head({ id, spec }: { id: string; spec: Spec }) {
  const access = spec.accessControl ?? {};
  const scopes = [...(access.requiredScopes ?? []), ...(access.requiredScopesAny ?? []).map((scope) => scope + "?")];
  return (
    <header class="head">
      <h1>
        <TypeMark type={spec.type} /> <span class="row-id">{visible(id)}</span>
      </h1>
      {spec.title && spec.title !== id && (
        <p class="title">
          <bdi>{prose(shortened(spec.title, 200))}</bdi>
        </p>
      )}
      <p class="status">
        <span>{spec.type}</span>
        <span>version {visible(spec.version)}</span>
        {spec.source && <a href={"#/sources/" + encodeURIComponent(spec.source)}>source {visible(spec.source)}</a>}
        <Behind meta={spec._meta} />
        {spec.deprecated && <span class="badge warn">deprecated</span>}
        {scopes.length > 0 ? scopes.map((scope) => <span class="badge" key={scope}>{visible(scope)}</span>) : <span>open to all callers</span>}
        {access.resourceType && <span class="badge">{visible(`${access.resourceType}:${access.resourceAction ?? ""}`)}</span>}
        {(spec.tags ?? []).slice(0, 20).map((tag) => (
          <a key={tag} href={"#/?tags=" + encodeURIComponent(tag)}>
            #{visible(shortened(tag, 60))}
          </a>
        ))}
      </p>
      <SourceTrouble source={spec.source} />
      <Drift drift={spec.drift} />
      <Description text={spec.description} />
    </header>
  );
}

/** What a call of it becomes behind the hub. */
function Behind({ meta }: { meta: JsonObject | undefined }) {
  const [method, path, tool] = [meta?.["method"], meta?.["path"], meta?.["dev.alkdev.operations/tool"]];
  if (typeof method === "string" && typeof path === "string") {
    return <code>{visible(shortened(`${method} ${path}`, 120))}</code>;
  }
  return isObject(tool) && typeof tool["name"] === "string" ? <span>MCP tool {visible(shortened(tool["name"], 80))}</span> : null;
}

function SourceTrouble({ source }: { source: string | undefined }) {
  const failed = failedSources.value.find(({ name }) => name === source);
  return failed === undefined ? null : (
    <p class="note bad" role="status">
      Its source {visible(failed.name)} has failed: <bdi>{prose(failed.error ?? "")}</bdi>
    </p>
  );
}

function Drift({ drift }: { drift: Record<string, number> | undefined }) {
  const parts = Object.entries(drift ?? {}).filter(([, times]) => times > 0);
  return parts.length === 0 ? null : (
    <p class="note warn">Its results differ from its schema: {parts.map(([kind, times]) => `${count(times)} ${kind}`).join(", ")}.</p>
  );
}

function Description({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > 1200;
  return (
    <div class={long && !whole ? "description cut" : "description"}>
      <Markdown text={long && !whole ? text.slice(0, 1200) + "…" : text} />
      {long && (
        <button type="button" class="quiet" onClick={() => setWhole(!whole)}>
          {whole ? "Less" : "More"}
        </button>
      )}
    </div>
  );
}

function Call({ id, draft }: { id: string; draft: Draft }) {
  const run = useMemo(() => new Run(id), [id]);
  const start = () => {
    if (draft.broken.peek() === null) {
      const body = draft.body();
      draft.remember();
      void run.start(body).then((outcome) => draft.refuse(body, inputErrors(outcome)));
    }
  };
  // Bound before the panel is painted: who sees it may press the keys.
  useLayoutEffect(() => {
    const unbind = bindRun({ start, cancel: () => run.cancel(), running: () => run.running.peek() });
    return () => {
      unbind();
      run.cancel();
    };
  }, [run, draft]);
  const outcome = run.outcome.value;
  return (
    <div class="workbench">
      <section aria-label="Input" class="panel">
        <Input draft={draft} />
        <p class="actions run">
          <button type="button" class="primary" disabled={draft.broken.value !== null} onClick={start}>
            {outcome ? "Run again" : "Run"} <kbd aria-hidden="true">Ctrl ⏎</kbd>
          </button>
          {run.running.value && (
            <button type="button" onClick={() => run.cancel()}>
              Cancel <kbd aria-hidden="true">Esc</kbd>
            </button>
          )}
        </p>
      </section>
      <section aria-label="Output" class="panel" aria-busy={run.running.value}>
        {run.running.value && <p class="status" role="status">Running…</p>}
        {!run.running.value && (outcome ? <Result key={outcome.at} outcome={outcome} id={id} /> : <p class="muted">The result appears here.</p>)}
      </section>
    </div>
  );
}

function Subscribe({ id, draft }: { id: string; draft: Draft }) {
  const current = streams.value.find((stream) => stream.id === id && !stream.closed.value) ?? streams.value.find((stream) => stream.id === id);
  const start = () => {
    if (draft.broken.peek() === null) {
      draft.remember();
      openStream(id, draft.body());
    }
  };
  useLayoutEffect(
    () => bindRun({ start, cancel: () => streams.peek().find((stream) => stream.id === id && !stream.closed.peek())?.close(), running: () => streams.peek().some((stream) => stream.id === id && !stream.closed.peek()) }),
    [id, draft],
  );
  return (
    <div class="workbench">
      <section aria-label="Input" class="panel">
        <Input draft={draft} />
        <p class="actions run">
          <button type="button" class="primary" disabled={draft.broken.value !== null} onClick={start}>
            Subscribe <kbd aria-hidden="true">Ctrl ⏎</kbd>
          </button>
        </p>
      </section>
      <section aria-label="Output" class="panel">
        {current ? <StreamPanel key={current.number} stream={current} /> : <p class="muted">Items appear here as they come.</p>}
      </section>
    </div>
  );
}

function Input({ draft }: { draft: Draft }) {
  const history = draft.past.value;
  const fill = (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const chosen = select.value;
    select.value = "";
    if (chosen === "example") {
      draft.fill(draft.schemas.example(draft.schemas.root));
    } else if (chosen === "empty") {
      draft.fill(draft.schemas.start(draft.schemas.root));
    } else if (chosen !== "") {
      draft.text.value = history[Number(chosen)] ?? draft.text.value;
    }
  };
  return (
    <>
      <select class="fill" aria-label="Fill the input" onChange={fill} value="">
        <option value="">Fill…</option>
        <option value="example">Example from the schema</option>
        <option value="empty">What is required</option>
        {history.map((entry, index) => (
          <option key={index} value={String(index)}>
            {index + 1}: {visible(shortened(entry.replace(/\s+/g, " "), 60))}
          </option>
        ))}
      </select>
      <Tabs label="Input as" tabs={[["form", "Form"], ["json", "JSON"]]} chosen={inputView.value} choose={(name) => (inputView.value = name)}>
        {inputView.value === "form" ? <Form draft={draft} /> : <JsonEditor draft={draft} />}
      </Tabs>
      <Problems draft={draft} />
    </>
  );
}

function JsonEditor({ draft }: { draft: Draft }) {
  const text = draft.text.value;
  return (
    <textarea
      class="editor"
      aria-label="Input as JSON"
      aria-invalid={draft.broken.value !== null}
      spellcheck={false}
      rows={Math.min(30, Math.max(8, text.split("\n", 31).length + 1))}
      value={text}
      onInput={(event) => (draft.text.value = (event.target as HTMLTextAreaElement).value)}
    />
  );
}

/** What is wrong and not shown at a field. */
function Problems({ draft }: { draft: Draft }) {
  const broken = draft.broken.value;
  const known = inputView.value === "form" ? draft.unplaced() : draft.errors.value;
  const errors = broken === null ? known : [{ pointer: "", message: broken }];
  return (
    <div role="status" aria-label="Problems of the input">
      {draft.errors.value.length > 0 && <span class="unseen">{counted(draft.errors.value.length, "problem")} of the input</span>}
      {errors.length > 0 && (
        <ul class="errors">
          {errors.slice(0, 50).map((error, index) => (
            <li key={index}>
              {error.pointer && <code>{visible(error.pointer)}</code>} <bdi>{prose(error.message)}</bdi>
            </li>
          ))}
          {errors.length > 50 && <li>{count(errors.length - 50)} more</li>}
        </ul>
      )}
    </div>
  );
}

function Details({ id, spec, draft }: { id: string; spec: Spec; draft: Draft }) {
  const [chosen, choose] = useState("input");
  const output = useMemo(() => new Schemas(spec.outputSchema), [spec]);
  const errors = spec.errors ?? [];
  const tabs: [string, string][] = [["input", "Input schema"], ["output", "Output schema"], ...(errors.length > 0 ? [["errors", "Errors"] as [string, string]] : []), ["code", "Copy as code"]];
  return (
    <section class="panel details" aria-label="Details">
      <Tabs label="Details" tabs={tabs} chosen={chosen} choose={choose}>
        {chosen === "input" && <SchemaTree key="input" schemas={draft.schemas} />}
        {chosen === "output" && <SchemaTree key="output" schemas={output} />}
        {chosen === "errors" && <Errors errors={errors} />}
        {chosen === "code" && <Code id={id} spec={spec} draft={draft} />}
      </Tabs>
    </section>
  );
}

function Errors({ errors }: { errors: NonNullable<Spec["errors"]> }) {
  return (
    <ul class="errors-declared">
      {errors.slice(0, 200).map((error) => (
        <li key={error.code}>
          <code>{visible(error.code)}</code> {error.httpStatus && <small class="type">HTTP {error.httpStatus}</small>} <bdi>{prose(error.description ?? "")}</bdi>
          {error.schema !== undefined && error.schema !== true && <details><summary>Details</summary><SchemaTree schemas={new Schemas(error.schema)} /></details>}
        </li>
      ))}
    </ul>
  );
}

function Code({ id, spec, draft }: { id: string; spec: Spec; draft: Draft }) {
  const value = draft.value.value;
  const input = value === undefined ? draft.text.value : print(value, 0);
  return (
    <>
      {snippets(id, spec, input).map((snippet) => (
        <section key={snippet.name} class="snippet" aria-label={snippet.title}>
          <p class="status">
            <b>{snippet.title}</b> <CopyButton text={() => snippet.text} name={`Copy as ${snippet.title}`} />
          </p>
          <pre class="raw" tabIndex={0}>{visible(shortened(snippet.text, 20_000))}</pre>
        </section>
      ))}
    </>
  );
}
