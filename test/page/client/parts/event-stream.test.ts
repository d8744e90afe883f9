import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readEvents,
  type ServerSentEvent,
} from "../../../../src/page/client/parts/event-stream.ts";

describe("readEvents", () => {
  it("reads the name and the data of events, `message` without a name", async () => {
    expect(await read("event: delta\ndata: a\ndata: b\n\ndata:c\n\n")).toEqual([
      { event: "delta", data: "a\nb" },
      { event: "message", data: "c" },
    ]);
  });

  it("ignores comments and events without data", async () => {
    expect(
      await read(":\n\n: a heartbeat\n\nid: 1\nretry: 5\nevent: a\n\n"),
    ).toEqual([]);
  });

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

function read(text: string): Promise<ServerSentEvent[]> {
  return Array.fromAsync(
    readEvents(streamOf([new TextEncoder().encode(text)])),
  );
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
