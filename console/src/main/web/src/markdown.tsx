import type { ComponentChildren, JSX } from "preact";
import { prose } from "./text";

/** The tags that descriptions use for what Markdown has signs for; all others are shown as they are. */
const FORMATTING = /<\/?(?:p|div|span|b|i|em|strong|u|code|pre|ul|ol|h[1-6]|a|small|sup|sub|table|tbody|thead|tr|td|th)(?:\s[^<>]*)?\/?>/gi;
const LONGEST = 50_000;
const DEEPEST = 8;

/** Markdown as elements. Text never becomes markup: there is nothing to sanitise. */
export function Markdown({ text }: { text: string }) {
  const plain = prose(text.slice(0, LONGEST))
    .replace(/\r\n?/g, "\n")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<li(?:\s[^<>]*)?>/gi, "\n- ")
    .replace(/<\/(?:li|p|h[1-6]|ul|ol|div)>/gi, "\n")
    .replace(FORMATTING, "");
  return (
    <div class="markdown" dir="auto">
      {blocks(plain.split("\n"), 0)}
      {text.length > LONGEST && <p>…</p>}
    </div>
  );
}

/** @param depth how many quotes and lists are around; what is deeper than a few is text */
function blocks(lines: string[], depth: number): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === "") {
      at++;
      continue;
    }
    const [element, next] = depth > DEEPEST ? paragraph(lines, at) : block(lines, at, depth);
    out.push(element);
    at = next;
  }
  return out;
}

type Taken = [ComponentChildren, number];

function block(lines: string[], at: number, depth: number): Taken {
  const line = lines[at]!;
  if (/^\s*(```|~~~)/.test(line)) {
    return fence(lines, at);
  }
  const heading = /^(#{1,6})\s+(.*?)#*\s*$/.exec(line);
  if (heading) {
    return [<p class="heading">{inline(heading[2]!)}</p>, at + 1];
  }
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
    return [<hr />, at + 1];
  }
  if (/^\s*>/.test(line)) {
    const end = until(lines, at, (next) => /^\s*>/.test(next));
    return [<blockquote>{blocks(lines.slice(at, end).map((quoted) => quoted.replace(/^\s*>\s?/, "")), depth + 1)}</blockquote>, end];
  }
  if (ITEM.test(line)) {
    return list(lines, at, depth);
  }
  if (line.includes("|") && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[at + 1] ?? "")) {
    return table(lines, at);
  }
  return paragraph(lines, at);
}

function paragraph(lines: string[], at: number): Taken {
  const end = until(lines, at + 1, (next) => next.trim() !== "" && !ITEM.test(next) && !/^\s*(```|~~~|#{1,6}\s|>)/.test(next));
  return [<p>{inline(lines.slice(at, end).join("\n"))}</p>, end];
}

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+/;

function until(lines: string[], at: number, goesOn: (line: string) => boolean): number {
  let end = at;
  while (end < lines.length && goesOn(lines[end]!)) {
    end++;
  }
  return end;
}

function fence(lines: string[], at: number): Taken {
  const mark = lines[at]!.trim().slice(0, 3);
  let end = at + 1;
  while (end < lines.length && !lines[end]!.trim().startsWith(mark)) {
    end++;
  }
  return [<pre tabIndex={0}>{lines.slice(at + 1, end).join("\n")}</pre>, end + 1];
}

function list(lines: string[], at: number, depth: number): Taken {
  const first = ITEM.exec(lines[at]!)!;
  const ordered = /\d/.test(first[2]!);
  const items: string[][] = [];
  let end = at;
  while (end < lines.length) {
    const line = lines[end]!;
    const item = ITEM.exec(line);
    if (item && item[1]!.length <= first[1]!.length + 1) {
      items.push([line.slice(item[0].length)]);
    } else if (line.trim() === "" ? ITEM.test(lines[end + 1] ?? "") : /^\s+/.test(line) || !/^(#|>|```)/.test(line)) {
      items[items.length - 1]!.push(line.replace(/^ {1,4}/, ""));
    } else {
      break;
    }
    end++;
  }
  const Kind = (ordered ? "ol" : "ul") as "ol" | "ul";
  return [<Kind>{items.map((item) => <li>{item.length === 1 ? inline(item[0]!) : blocks(item, depth + 1)}</li>)}</Kind>, end];
}

function table(lines: string[], at: number): Taken {
  const cells = (line: string) => line.trim().replace(/^\||\|$/g, "").split("|");
  const end = until(lines, at + 2, (line) => line.includes("|"));
  const body = lines.slice(at + 2, end);
  return [
    <div class="scroll" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>{cells(lines[at]!).map((cell) => <th scope="col">{inline(cell.trim())}</th>)}</tr>
        </thead>
        <tbody>{body.map((line) => <tr>{cells(line).map((cell) => <td>{inline(cell.trim())}</td>)}</tr>)}</tbody>
      </table>
    </div>,
    end,
  ];
}

/** Code, bold, italics, links, images (as links: nothing is loaded) and bare addresses. */
const SPANS =
  /(`{1,3})([^`]{1,2000})\1|\*\*(?=\S)([^*]{1,2000}?)\*\*|__(?=\S)([^_]{1,2000}?)__|(?<![\w*])\*(?=\S)([^*\n]{1,1000}?)\*(?!\w)|(?<!\w)_(?=\S)([^_\n]{1,1000}?)_(?!\w)|!?\[([^\]\n]{0,500})\]\(\s*<?([^\s)>]{1,2000})>?[^)]{0,300}\)|(https?:\/\/[^\s<>()"'`]{1,2000}[^\s<>()"'`.,;:!?])/g;

function inline(text: string): ComponentChildren[] {
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const found of text.matchAll(SPANS)) {
    out.push(text.slice(at, found.index));
    out.push(span(found));
    at = found.index + found[0].length;
  }
  out.push(text.slice(at));
  return out;
}

function span(found: RegExpExecArray): JSX.Element | string {
  const [whole, , code, bold, strong, italic, emphasis, label, target, bare] = found;
  if (code !== undefined) {
    return <code>{code.trim()}</code>;
  }
  if (bold !== undefined || strong !== undefined) {
    return <strong>{inline(bold ?? strong ?? "")}</strong>;
  }
  if (italic !== undefined || emphasis !== undefined) {
    return <em>{inline(italic ?? emphasis ?? "")}</em>;
  }
  return link(bare ?? target ?? "", label || bare || target || whole);
}

/** Addresses of the web and of mail only; anything else stays the text that it is. */
function link(target: string, label: string): JSX.Element | string {
  if (!/^(https?:\/\/|mailto:)/i.test(target)) {
    return label;
  }
  return (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
