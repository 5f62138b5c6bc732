export type ServerEvent = { event: string; data: string; id: string | undefined };

/** Takes server-sent events out of text that comes in pieces. */
export class EventParser {
  private rest = "";

  feed(piece: string, take: (event: ServerEvent) => void): void {
    const text = this.rest + piece;
    let from = 0;
    for (;;) {
      const end = text.indexOf("\n\n", from);
      if (end < 0) {
        break;
      }
      const event = read(text.slice(from, end));
      if (event !== null) {
        take(event);
      }
      from = end + 2;
    }
    this.rest = text.slice(from);
  }
}

function read(block: string): ServerEvent | null {
  let event = "message";
  let id: string | undefined;
  let data: string | null = null;
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") {
      data = data === null ? value : data + "\n" + value;
    } else if (name === "event") {
      event = value;
    } else if (name === "id") {
      id = value;
    }
  }
  return data === null ? null : { event, data, id };
}

/** How many milliseconds events are read before the page has a turn. */
const TURN = 16;

/** A turn for everything else that waits. A timer: a message would overtake those of the page. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Reads the events of an answer until it ends. */
export async function readEvents(response: Response, take: (event: ServerEvent) => void): Promise<void> {
  const parser = new EventParser();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let turn = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    parser.feed(value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value, take);
    if (performance.now() - turn > TURN) {
      await pause();
      turn = performance.now();
    }
  }
}
