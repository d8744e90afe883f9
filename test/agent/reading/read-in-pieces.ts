import type {
  Reading,
  ReadingProgress,
  ReplyReader,
} from "../../../src/agent/styles/agent-style.ts";

/** Pushes a text in chunks of a size, until the reader stops. */
export function readInPieces(
  reader: ReplyReader,
  text: string,
  size: number,
): { streamed: string; state: ReadingProgress["state"]; reading: Reading } {
  let streamed = "";
  let state: ReadingProgress["state"] = "open";
  for (
    let index = 0;
    index < text.length && state !== "overrun";
    index += size
  ) {
    const progress = reader.push(text.slice(index, index + size));
    streamed += progress.answer;
    state = progress.state;
  }
  return { streamed, state, reading: reader.end({ isCut: false }) };
}
