import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { readFrames } from "../../../src/models/openai/read-frames.ts";

const { signal } = new AbortController();
const limits = { firstPieceMs: 1_000, idleMs: 1_000, signal };

afterEach(() => {
  vi.useRealTimers();
});

async function read(pieces: readonly Uint8Array[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const data: string[] = [];
  for await (const items of readFrames(body, limits))
    data.push(...items.map((item) => item.data));
  return data;
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

it.each([
  ["one event", "data: a\n\n", ["a"]],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
  ["data in several lines", "data: a\ndata: b\n\n", ["a\nb"]],
  ["no space after the colon", "data:a\n\n", ["a"]],
  ["other fields and comments", ": hi\nevent: x\nid: 1\ndata: a\n\n", ["a"]],
  ["events without data", "event: ping\n\n: hi\n\n\n", []],
  ["no last blank line", "data: a\n\ndata: b", ["a", "b"]],
  ["nothing", "", []],
  ["one JSON value", '\n{\n "a": 1 }\n', ['\n{\n "a": 1 }\n']],
  ["a JSON value in each line", '{"a":1}\n{"a":2}', ['{"a":1}', '{"a":2}']],
])("parses %s", async (_case, source, data) => {
  expect(await read([bytes(source)])).toEqual(data);
});

it("gives events their names", async () => {
  const body = new Response("event: error\ndata: {}\n\n").body;
  const { value } = await readFrames(body, limits).next();
  expect(value).toEqual([{ event: "error", data: "{}" }]);
});

it("explains that a web page is no answer", async () => {
  const body = new Response("<!DOCTYPE html><title>Welcome</title>").body;
  await expect(readFrames(body, limits).next()).rejects.toMatchObject({
    kind: "unreachable",
    message: expect.stringContaining("OPENAI_BASE_URL"),
  });
});

it.each(["data: ", "{"])(
  "gives up on an endless answer after buffering a bounded part of it: %j",
  async (start) => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(bytes(pulled === 1 ? start : "x".repeat(1_000)));
      },
    });
    const reading = readFrames(body, limits).next();
    await expect(reading).rejects.toMatchObject({ name: "ModelError" });
    expect(pulled).toBeLessThan(2_010);
  },
);

it("reads a stream of any length if no single event is too long", async () => {
  const comment = `: ${"x".repeat(1_000)}\n\n`.repeat(3_000);
  const lines = `data: ${"x".repeat(1_000_000)}\n\n`.repeat(3);
  expect(await read([comment, lines, "data: end\n\n"].map(bytes))).toHaveLength(
    4,
  );
});

it("reads the same events for any split of the bytes", async () => {
  const data = fc.array(
    fc
      .string({ unit: "binary", minLength: 1 })
      .map((text) => JSON.stringify(text)),
  );
  const cuts = fc.array(fc.nat(200));
  await fc.assert(
    fc.asyncProperty(data, cuts, async (items, places) => {
      const whole = bytes(items.map((item) => `data: ${item}\n\n`).join(""));
      const borders = [0, ...places.toSorted((a, b) => a - b), whole.length];
      const pieces = borders.map((end, index) =>
        whole.subarray(borders[index - 1] ?? 0, end),
      );
      expect(await read(pieces)).toEqual(items);
    }),
  );
});

it("keeps waiting as long as anything arrives, even comments", async () => {
  vi.useFakeTimers();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (its) => void (controller = its),
  });
  const events = readFrames(body, {
    firstPieceMs: 100,
    idleMs: 50,
    signal,
  });
  const first = events.next();
  await vi.advanceTimersByTimeAsync(99);
  for (let piece = 0; piece < 3; piece++) {
    controller?.enqueue(bytes(": keep-alive\n\n"));
    await vi.advanceTimersByTimeAsync(49);
  }
  controller?.enqueue(bytes("data: a\n\n"));
  expect(await first).toEqual({ done: false, value: [{ data: "a" }] });

  const second = expect(events.next()).rejects.toMatchObject({
    kind: "unreachable",
    cause: { message: "Nothing arrived for 50 ms." },
  });
  await vi.advanceTimersByTimeAsync(50);
  await second;
});

it("keeps waiting for JSON as long as any of it arrives", async () => {
  vi.useFakeTimers();
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const limit = { firstPieceMs: 50, idleMs: 100, signal };
  const first = readFrames(readable, limit).next();
  for (const piece of ["[", "1", "]"]) {
    await writer.write(bytes(piece));
    await vi.advanceTimersByTimeAsync(99);
  }
  await writer.close();
  expect(await first).toEqual({ done: false, value: [{ data: "[1]" }] });
});

it("retains no piece that it has read", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const pieces: WeakRef<Uint8Array>[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = bytes("data: a\n\n");
        pieces.push(new WeakRef(piece));
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  const frames = readFrames(body, limits);
  for (let time = 0; time < 10; time++) await frames.next();
  await new Promise((resolve) => void setImmediate(resolve));
  collectGarbage();
  expect(pieces).toHaveLength(10);
  expect(pieces.slice(0, 5).filter((piece) => piece.deref())).toEqual([]);
  await frames.return(undefined);
});

it("cancels the body if the caller leaves the loop", async () => {
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes("data: a\n\n")),
    cancel,
  });
  for await (const data of readFrames(body, limits)) {
    expect(data).toEqual([{ data: "a" }]);
    break;
  }
  expect(cancel).toHaveBeenCalledOnce();
});

it("throws the signal's reason while it waits, and cancels the body", async () => {
  const cancel = vi.fn();
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>({ cancel });
  const next = readFrames(body, {
    ...limits,
    signal: stop.signal,
  }).next();
  stop.abort(new Error("Enough."));
  await expect(next).rejects.toThrow("Enough.");
  expect(cancel).toHaveBeenCalledOnce();
});

it("does not wait long after [DONE] for a connection that stays open", async () => {
  vi.useFakeTimers();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes("data: [DONE]\n\n")),
  });
  const events = readFrames(body, {
    firstPieceMs: 60_000,
    idleMs: 30_000,
    signal,
  });
  expect(await events.next()).toEqual({
    done: false,
    value: [{ data: "[DONE]" }],
  });
  const end = expect(events.next()).rejects.toMatchObject({
    cause: { message: "Nothing arrived for 500 ms." },
  });
  await vi.advanceTimersByTimeAsync(500);
  await end;
});
