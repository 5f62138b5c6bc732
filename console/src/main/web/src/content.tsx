import { isObject, type Json, type JsonObject } from "./json";
import { Markdown } from "./markdown";
import { shortened, visible } from "./text";
import { Tree } from "./tree";

const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const SOUNDS = /^audio\/[\w.+-]{1,40}$/;
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export function hasContent(meta: JsonObject): boolean {
  return Array.isArray(meta["content"]) && meta["content"].length > 0;
}

/** The content blocks of an MCP result. */
export function Content({ meta }: { meta: JsonObject }) {
  const blocks = Array.isArray(meta["content"]) ? meta["content"].filter(isObject) : [];
  return (
    <div class="content">
      {blocks.slice(0, 200).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function Block({ block }: { block: JsonObject }) {
  switch (block["type"]) {
    case "text":
      return <TextBlock value={text(block["text"])} />;
    case "image":
      return <Media type={text(block["mimeType"])} data={text(block["data"])} label="Image of the result" />;
    case "audio":
      return <Media type={text(block["mimeType"])} data={text(block["data"])} label="Sound of the result" />;
    case "resource":
      return <Resource resource={isObject(block["resource"]) ? block["resource"] : {}} />;
    case "resource_link":
      return (
        <p class="note">
          <b>{visible(text(block["name"]))}</b> <code>{visible(text(block["uri"]))}</code>
        </p>
      );
    default:
      return <Tree value={block} label="Content" />;
  }
}

function TextBlock({ value }: { value: string }) {
  return value.length < 20_000 && /^#|\n[-*#] |\*\*|```/m.test(value) ? <Markdown text={value} /> : <pre class="raw" tabIndex={0}>{visible(shortened(value, 200_000))}</pre>;
}

/** Pictures that are only pixels, and sounds; an SVG may hold more and is shown as text. */
export function Media({ type, data, label }: { type: string; data: string; label: string }) {
  if (!BASE64.test(data.slice(0, 200_000))) {
    return <p class="note bad">{visible(type)} that is no base64</p>;
  }
  const address = `data:${type};base64,${data}`;
  if (IMAGES.test(type)) {
    return <img src={address} alt={label} />;
  }
  if (SOUNDS.test(type)) {
    return <audio controls src={address} aria-label={label} />;
  }
  return <p class="note">{visible(shortened(type, 100))}, {Math.round((data.length * 3) / 4)} bytes</p>;
}

function Resource({ resource }: { resource: JsonObject }) {
  const blob = text(resource["blob"]);
  return (
    <section class="resource">
      <p>
        <code>{visible(text(resource["uri"]))}</code> <small class="type">{visible(text(resource["mimeType"]))}</small>
      </p>
      {blob ? <Media type={text(resource["mimeType"])} data={blob} label={visible(text(resource["uri"]))} /> : <TextBlock value={text(resource["text"])} />}
    </section>
  );
}
