import { useState } from "preact/hooks";
import { isObject, print, type Json, type JsonObject } from "./json";
import { Content, hasContent } from "./content";
import { CopyButton, download, Tabs } from "./parts";
import { inputErrors, type Outcome } from "./run";
import { TableView, tableOf } from "./table";
import { bytes, count, millis, prose, shortened, visible } from "./text";
import { Tree } from "./tree";
import type { ComponentChildren } from "preact";

const RAW_STEP = 200_000;

/** What a call gave: data in the form that fits it, and everything about how it came. */
export function Result({ outcome, id }: { outcome: Outcome; id: string }) {
  return outcome.envelope ? <Success outcome={outcome} envelope={outcome.envelope} id={id} /> : <Failure outcome={outcome} />;
}

function Success({ outcome, envelope, id }: { outcome: Outcome; envelope: NonNullable<Outcome["envelope"]>; id: string }) {
  const { data, meta, changes } = envelope;
  const rows = tableOf(data);
  const content = hasContent(meta);
  const failed = meta["isError"] === true;
  const removed = changes.filter((change) => change.kind.toLowerCase() === "stripped").map((change) => change.pointer);
  const tabs: [string, ComponentChildren][] = [
    ...(content ? [["content", "Content"] as [string, string]] : []),
    ...(rows ? [["table", `Table (${count(rows.length)})`] as [string, string]] : []),
    ["tree", "Tree"],
    ["raw", "Raw"],
    ["envelope", "Envelope"],
    ...(changes.length > 0 ? [["changes", `Changed (${count(changes.length)})`] as [string, string]] : []),
  ];
  const [asked, choose] = useState("");
  const usual = content && (failed || data === null || typeof data === "string") ? "content" : Array.isArray(data) && rows ? "table" : "tree";
  const chosen = tabs.some(([name]) => name === asked) ? asked : usual;
  return (
    <>
      <p class="status" role="status">
        <span class={failed ? "badge bad" : "badge good"}>{failed ? "tool error" : "ok"}</span>
        <span>{millis(outcome.millis)}</span>
        <span>{bytes(outcome.size)}</span>
        <span title="How the hub got it">{visible(way(meta))}</span>
        <CopyButton text={() => print(data)} label="Copy data" />
        <button type="button" class="quiet" onClick={() => download(id + ".json", print(data))}>
          Save
        </button>
      </p>
      {removed.length > 0 && (
        <p class="note">
          The schema does not declare {count(removed.length)} of the returned fields, which were removed:{" "}
          {visible(shortened(removed.slice(0, 3).join(", "), 200))}
          {removed.length > 3 && " …"}{" "}
          <button type="button" class="quiet" onClick={() => choose("changes")}>
            Show all
          </button>
        </p>
      )}
      <Tabs label="Result" tabs={tabs} chosen={chosen} choose={choose}>
        {chosen === "content" && <Content meta={meta} />}
        {chosen === "table" && rows && <TableView rows={rows} />}
        {chosen === "tree" && <Tree value={data} />}
        {chosen === "raw" && <Raw data={data} />}
        {chosen === "envelope" && <Envelope outcome={outcome} meta={meta} />}
        {chosen === "changes" && <Changes changes={changes} />}
      </Tabs>
    </>
  );
}

function way(meta: JsonObject): string {
  return meta["source"] === "http" ? `HTTP ${String(meta["statusCode"])}` : meta["source"] === "mcp" ? "MCP" : String(meta["source"] ?? "");
}

/** The JSON text; of a long one a part at a time, since a browser lays out all that is there. */
function Raw({ data }: { data: Json }) {
  const [limit, setLimit] = useState(RAW_STEP);
  const text = print(data);
  return (
    <>
      <pre class="raw" tabIndex={0}>{visible(text.slice(0, limit))}</pre>
      {text.length > limit && (
        <button type="button" class="quiet" onClick={() => setLimit(limit + 5 * RAW_STEP)}>
          {bytes(text.length - limit)} more
        </button>
      )}
    </>
  );
}

function Envelope({ outcome, meta }: { outcome: Outcome; meta: JsonObject }) {
  const upstream = isObject(meta["headers"]) ? Object.entries(meta["headers"]) : [];
  const rest = Object.fromEntries(Object.entries(meta).filter(([name]) => name !== "headers" && name !== "content"));
  return (
    <>
      <Tree value={rest} label="Meta" />
      {upstream.length > 0 && <Headers title="Headers of the API" headers={upstream.map(([name, value]) => [name, String(value)])} />}
      <Headers title={`Headers of the hub (${outcome.status})`} headers={outcome.headers} />
    </>
  );
}

function Headers({ title, headers }: { title: string; headers: [string, string][] }) {
  return (
    <table class="pairs">
      <caption>{title}</caption>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{visible(name)}</th>
            <td>{visible(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ changes }: { changes: { pointer: string; kind: string }[] }) {
  return (
    <>
      <p class="muted">The result was brought into the shape of its schema. What changed:</p>
      <table class="pairs">
        <caption class="unseen">Changes by normalization</caption>
        <tbody>
          {changes.map((change, index) => (
            <tr key={index}>
              <th scope="row">{visible(change.pointer) || "(all)"}</th>
              <td>{visible(change.kind.toLowerCase())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The words for people in the body of an error, where APIs usually have them. */
function said(body: Json | undefined): string {
  const names = isObject(body) ? [body["message"], body["detail"], body["error_description"], body["error"], body["title"]] : [body];
  return names.find((text): text is string => typeof text === "string" && text.trim() !== "") ?? "";
}

function Failure({ outcome }: { outcome: Outcome }) {
  const problem = outcome.problem!;
  const details = problem.body["details"];
  const errors = inputErrors(outcome);
  const told = isObject(details) ? said(details["body"]) : "";
  return (
    <>
      <p class="status" role="status">
        <span class="badge bad">{visible(problem.code)}</span>
        <span>{millis(outcome.millis)}</span>
        {outcome.status > 0 && problem.code !== `HTTP_${outcome.status}` && <span>HTTP {outcome.status}</span>}
        {problem.body["retryable"] === true && <span>may be tried again</span>}
      </p>
      <p class="note bad" role="alert">
        <bdi>{prose(problem.message)}</bdi>
        {told !== "" && (
          <>
            <br />
            <bdi>{prose(shortened(told, 1000))}</bdi>
          </>
        )}
      </p>
      {errors.some((error) => !problem.message.includes(error.message)) && (
        <ul class="errors">
          {errors.slice(0, 100).map((error, index) => (
            <li key={index}>
              <code>{visible(error.pointer) || "(all)"}</code> <bdi>{prose(error.message)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {details !== undefined && details !== null && errors.length === 0 && <Tree value={details} label="Details" />}
      {problem.requestId && (
        <p class="status">
          Request <code>{visible(problem.requestId)}</code>
        </p>
      )}
    </>
  );
}
