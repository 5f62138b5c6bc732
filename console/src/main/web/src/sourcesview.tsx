import { isObject, type Json } from "./json";
import { ErrorNote } from "./parts";
import { usePolled } from "./poll";
import { operationLink, route } from "./router";
import { apiPath } from "./session";
import { SourceMap } from "./sourcemap";
import { linkName, tone, way, type Link, type Source, type SourceDetail, type Sources } from "./sources";
import { ago, count, counted, millis, prose, shortened, visible } from "./text";

const PACE = 2_000;
const SHOWN_IDS = 200;
const SHOWN_OFFERS = 10;

/** Where operations come from, and how these places are. */
export function SourcesView() {
  const name = route.value.rest;
  return name === "" ? <Overview /> : <Detail key={name} name={name} />;
}

function Overview() {
  const { value, failure, again } = usePolled<Sources>(apiPath("sources"), PACE);
  const all = value.value;
  return (
    <main class="sources" id="content">
      <h1>Sources</h1>
      {failure.value && <ErrorNote problem={failure.value} retry={again} />}
      {all && <SourceMap all={all} />}
      {all && <SourceTable sources={all.sources} />}
      {all && all.links.length > 0 && <LinkTable links={all.links} />}
    </main>
  );
}

function SourceTable({ sources }: { sources: Source[] }) {
  if (sources.length === 0) {
    return <p class="muted">No sources: what this hub offers is its own code, or comes over links.</p>;
  }
  return (
    <div class="scroll panel" tabIndex={0} role="region" aria-label="All sources">
      <table class="data">
        <caption class="unseen">Sources</caption>
        <thead>
          <tr>
            {["Name", "Type", "State", "Operations", "Left out", "p50", "p95", "p99", "Last error"].map((title, index) => (
              <th key={title} scope="col" class={index > 2 && index < 8 ? "number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.name}>
              <th scope="row">
                <a href={"#/sources/" + encodeURIComponent(source.name)}>{visible(source.name)}</a>
              </th>
              <td>{visible(source.type)}</td>
              <td>
                <span class={"badge " + tone(source.state)}>{visible(source.state)}</span> {source.since !== null && <small class="type">{ago(source.since)}</small>}
              </td>
              <td class="number">{count(source.operations)}</td>
              <td class="number">{count(source.leftOut.length)}</td>
              <Percentiles source={source} />
              <td>
                <LastError source={source} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is wrong, or what was: a source that recovered says when it had failed. */
function LastError({ source }: { source: Source }) {
  if (source.error) {
    return <bdi>{prose(shortened(source.error, 200))}</bdi>;
  }
  const last = source.lastFailure;
  return last ? (
    <span class="muted">
      {ago(last.at)}: <bdi>{prose(shortened(last.message, 200))}</bdi>
    </span>
  ) : null;
}

function Percentiles({ source }: { source: Source }) {
  const { latency } = source;
  return (
    <>
      {(["p50", "p95", "p99"] as const).map((part) => (
        <td key={part} class="number">
          {latency ? millis(latency[part]) : "–"}
        </td>
      ))}
    </>
  );
}

/** Who this hub is linked with, and what each of them offers. */
function LinkTable({ links }: { links: Link[] }) {
  return (
    <div class="scroll panel" tabIndex={0} role="region" aria-label="All links">
      <h2>Links</h2>
      <table class="data">
        <caption class="unseen">Links</caption>
        <thead>
          <tr>
            {["Name", "Kind", "Direction", "Peer", "State", "Operations", "Offers"].map((title) => (
              <th key={title} scope="col" class={title === "Operations" ? "number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {links.map((link, index) => (
            <tr key={index}>
              <th scope="row">{visible(linkName(link))}</th>
              <td>{visible(link.kind)}</td>
              <td>{way(link)}</td>
              <td>{visible(link.peer ?? "")}</td>
              <td>
                <span class={"badge " + (link.up ? "good" : "bad")}>{link.up ? "linked" : "not linked"}</span> {link.since !== undefined && <small class="type">{ago(link.since)}</small>}
              </td>
              <td class="number">{count(link.offers)}</td>
              <td>
                <Offered link={link} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Offered({ link }: { link: Link }) {
  const shown = link.operations.slice(0, SHOWN_OFFERS);
  const more = link.operations.length - shown.length;
  return (
    <>
      {shown.map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={operationLink(id)}>{visible(shortened(id, 60))}</a>
        </span>
      ))}
      {more > 0 && " and more"}
    </>
  );
}

function Detail({ name }: { name: string }) {
  const { value, failure, again } = usePolled<SourceDetail>(apiPath("sources/" + encodeURIComponent(name)), PACE);
  const source = value.value;
  return (
    <main class="sources" id="content">
      <p>
        <a href="#/sources">All sources</a>
      </p>
      <h1>{visible(name)}</h1>
      {failure.value && <ErrorNote problem={failure.value} retry={again} />}
      {source && <Facts source={source} />}
      {source && source.leftOut.length > 0 && <LeftOut entries={source.leftOut} />}
      {source?.stderr && source.stderr.length > 0 && (
        <section class="panel" aria-label="Standard error">
          <h2>Standard error, the last lines</h2>
          <pre class="raw tail" tabIndex={0}>{source.stderr.slice(-200).map(visible).join("\n")}</pre>
        </section>
      )}
      {source && <Named title="Resources" entries={source.resourceList ?? []} />}
      {source && <Named title="Resource templates" entries={source.templateList ?? []} />}
      {source && <Named title="Prompts" entries={source.promptList ?? []} />}
      {source?.operationIds && <Operations name={name} ids={source.operationIds} total={source.operations} />}
    </main>
  );
}

function Facts({ source }: { source: Source }) {
  return (
    <>
      <p class="status">
        <span class={"badge " + tone(source.state)}>{visible(source.state)}</span>
        {source.since !== null && <span>{ago(source.since)}</span>}
        <span>{visible(source.type)}</span>
        {source.address && <code>{visible(source.address)}</code>}
        <span>{counted(source.operations, "operation")}</span>
        {source.latency && (
          <span>
            p50 {millis(source.latency.p50)} · p95 {millis(source.latency.p95)} · p99 {millis(source.latency.p99)}
          </span>
        )}
      </p>
      {source.error && (
        <p class="note bad" role="alert">
          <bdi>{prose(source.error)}</bdi>
        </p>
      )}
      {!source.error && source.lastFailure && (
        <p class="note">
          It has recovered. It failed {ago(source.lastFailure.at)}: <bdi>{prose(source.lastFailure.message)}</bdi>
        </p>
      )}
    </>
  );
}

function LeftOut({ entries }: { entries: { name: string; reason: string }[] }) {
  return (
    <section class="panel" aria-label="Left out">
      <h2>Left out ({count(entries.length)})</h2>
      <table class="pairs">
        <caption class="unseen">What was left out, and why</caption>
        <tbody>
          {entries.slice(0, 200).map((entry, index) => (
            <tr key={index}>
              <th scope="row">{visible(entry.name)}</th>
              <td>
                <bdi>{prose(entry.reason)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function text(entry: unknown, ...names: string[]): string {
  const found = isObject(entry) ? names.map((name) => (entry as { [name: string]: Json })[name]).find((value) => typeof value === "string" && value !== "") : entry;
  return typeof found === "string" ? found : "";
}

function Named({ title, entries }: { title: string; entries: unknown[] }) {
  return entries.length === 0 ? null : (
    <section class="panel" aria-label={title}>
      <h2>
        {title} ({count(entries.length)})
      </h2>
      <table class="pairs">
        <caption class="unseen">{title}</caption>
        <tbody>
          {entries.slice(0, 200).map((entry, index) => (
            <tr key={index}>
              <th scope="row">{visible(text(entry, "title", "name", "uri", "uriTemplate"))}</th>
              <td>
                <code>{visible(text(entry, "uri", "uriTemplate"))}</code> <bdi>{prose(text(entry, "description"))}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Operations({ name, ids, total }: { name: string; ids: string[]; total: number }) {
  return (
    <section class="panel" aria-label="Operations">
      <h2>
        <a href={"#/?sources=" + encodeURIComponent(name)}>{counted(total, "operation")}</a>
      </h2>
      <ul class="columns">
        {ids.slice(0, SHOWN_IDS).map((id) => (
          <li key={id}>
            <a href={operationLink(id)}>{visible(shortened(id, 100))}</a>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_IDS && <p class="muted">and more, in the catalog</p>}
    </section>
  );
}
