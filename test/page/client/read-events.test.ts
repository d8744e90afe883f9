import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createEventParser,
  readEvents,
  type ServerSentEvent,
} from "../../../src/page/client/follow-turn.ts";

describe("createEventParser", () => {
  it("reads the name and the data of an event", () => {
    expect(parseWhole("event: delta\ndata: hello\n\n")).toEqual([
      { event: "delta", data: "hello" },
    ]);
  });

  it("calls an event without a name `message`", () => {
    expect(parseWhole("data: hello\n\n")).toEqual([
      { event: "message", data: "hello" },
    ]);
  });

  it("joins the lines of data", () => {
    expect(parseWhole("data: one\ndata:two\ndata\ndata:  three\n\n")).toEqual([
      { event: "message", data: "one\ntwo\n\n three" },
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("accepts %j as the end of a line", (end) => {
    const lines = ["event: a", "data: 1", "", "data: 2", "", ""];
    expect(parseWhole(lines.join(end))).toEqual([
      { event: "a", data: "1" },
      { event: "message", data: "2" },
    ]);
  });

  it("ignores comments, unknown fields and events without data", () => {
    expect(
      parseWhole(":\n\n: a heartbeat\n\nid: 1\nretry: 5\nevent: a\n\n"),
    ).toEqual([]);
  });

  it("holds an event back until its empty line", () => {
    const parse = createEventParser();
    expect(parse("data: 1\n")).toEqual([]);
    expect(parse("\n")).toEqual([{ event: "message", data: "1" }]);
  });

  it("returns the same events however the stream is chunked", () => {
    const line = fc.constantFrom(
      "event: delta",
      "data: 你好 😀",
      "data: a: b",
      "data",
      ": comment",
      "",
    );
    const ended = fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r"));
    const stream = fc
      .array(ended, { maxLength: 30 })
      .map((lines) => lines.flat().join(""));
    const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 20 });
    fc.assert(
      fc.property(stream, cuts, (text, places) => {
        const parse = createEventParser();
        const pieces = cutAt(text, places);
        expect(pieces.flatMap((piece) => parse(piece))).toEqual(
          parseWhole(text),
        );
      }),
    );
  });
});

describe("readEvents", () => {
  it("joins characters that were split between chunks", async () => {
    const text = 'event: delta\r\ndata: {"text":"流式 😀"}\r\n\r\n';
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: bytes.length })),
        async (places) => {
          const pieces = cutAt(bytes, places);
          const events = await Array.fromAsync(readEvents(streamOf(pieces)));
          expect(events).toEqual([
            { event: "delta", data: '{"text":"流式 😀"}' },
          ]);
        },
      ),
    );
  });

  it("throws when the connection breaks", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new TypeError("network error")),
    });
    await expect(readEvents(body).next()).rejects.toThrow("network error");
  });

  it("throws when the stream falls silent, and cancels it", async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      cancel: () => cancelled.resolve(),
    });
    await expect(
      readEvents(body, { silenceLimitMs: 1 }).next(),
    ).rejects.toThrow("silent");
    await cancelled.promise;
  });

  it("cancels the stream when its reader leaves", async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
      cancel: () => cancelled.resolve(),
    });
    for await (const event of readEvents(body)) {
      expect(event.data).toBe("1");
      break;
    }
    await cancelled.promise;
  });
});

function parseWhole(text: string): ServerSentEvent[] {
  return createEventParser()(text);
}

/** Splits a text at these positions; pieces may be empty. */
function cutAt<Piece>(
  whole: { length: number; slice: (start?: number, end?: number) => Piece },
  places: readonly number[],
): Piece[] {
  const borders = [...places.toSorted((a, b) => a - b), whole.length];
  return borders.map((end, index) =>
    whole.slice(index === 0 ? 0 : borders[index - 1], end),
  );
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
