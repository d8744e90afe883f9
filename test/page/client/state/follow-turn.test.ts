import { describe, expect, it } from "vitest";
import type { Opening } from "../../../../src/page/client/parts/request.ts";
import {
  followTurn,
  type TurnUpdate,
} from "../../../../src/page/client/state/follow-turn.ts";

describe("followTurn", () => {
  it("reports events and ends with the reply", async () => {
    const { end, updates, opened } = await follow([
      open(step, delta(0, "Hel"), ":\n\n", delta(3, "lo"), reply("Hello")),
    ]);
    expect(updates.map(({ type }) => type)).toEqual(["step", "delta", "delta"]);
    expect(end).toMatchObject({ kind: "replied", reply: { text: "Hello" } });
    expect(opened).toBe(1);
  });

  it("reports that the server will retry the model", async () => {
    const waiting = event("waiting", { retry_seconds: 15 });
    const { updates } = await follow([open(waiting, reply("Hello"))]);
    expect(updates).toEqual([{ type: "waiting", retry_seconds: 15 }]);
  });

  it("uses a stream that is already open", async () => {
    const { end, opened } = await follow([], { first: open(reply("Hello")) });
    expect(end.kind).toBe("replied");
    expect(opened).toBe(0);
  });

  it("reconnects when the stream ends before the turn does", async () => {
    const { end, updates, pauses } = await follow([
      open(delta(0, "Hel")),
      { kind: "unreachable" },
      open(delta(0, "Hello"), reply("Hello")),
    ]);
    expect(updates).toEqual([
      { type: "delta", offset: 0, text: "Hel" },
      { type: "reconnecting" },
      { type: "reconnecting" },
      { type: "connected" },
      { type: "delta", offset: 0, text: "Hello" },
    ]);
    expect(pauses).toEqual([500, 1_000]);
    expect(end.kind).toBe("replied");
  });

  it("reconnects when the stream breaks", async () => {
    const { end } = await follow([broken(), open(reply("Hello"))]);
    expect(end.kind).toBe("replied");
  });

  it("gives up after six failed attempts", async () => {
    const { end, pauses, opened } = await follow(
      Array.from({ length: 9 }, () => open(delta(0, "Hel"))),
    );
    expect(end).toEqual({ kind: "lost" });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(opened).toBe(7);
  });

  it("resets the backoff after a stable connection", async () => {
    let clock = 0;
    const { end, pauses } = await follow(
      [open(), open(), open(), open(reply("Hello"))],
      // The second connection lasts 10 s: the clock is read when it opens and
      // when it breaks.
      { now: () => [0, 0, 0, 10_000][clock++] ?? 10_000 },
    );
    expect(pauses).toEqual([500, 500, 1_000]);
    expect(end.kind).toBe("replied");
  });

  it("ends with the server's error", async () => {
    const type = "https://parley.chat/problems/turn-failed";
    const data = { title: "It failed.", detail: "Try later." };
    const { end } = await follow([open(event("error", { type, ...data }))]);
    expect(end).toMatchObject({
      kind: "failed",
      problem: { slug: "turn-failed", ...data },
    });
  });

  it("reconnects when the server's stream broke", async () => {
    const type = "https://parley.chat/problems/stream-broken";
    const { end, pauses } = await follow([
      open(event("error", { type, title: "Broken", detail: "" })),
      open(reply("Hello")),
    ]);
    expect(pauses).toEqual([500]);
    expect(end.kind).toBe("replied");
  });

  it("does not retry a refusal", async () => {
    const { end, opened } = await follow([refused(404)]);
    expect(end).toMatchObject({ kind: "failed", problem: { status: 404 } });
    expect(opened).toBe(1);
  });

  it.each([429, 500, 503])("retries after a %i", async (status) => {
    const { end } = await follow([refused(status), open(reply("Hello"))]);
    expect(end.kind).toBe("replied");
  });

  it("ignores unknown events", async () => {
    const { end, updates } = await follow([
      open(event("weather", { sun: true }), reply("Hello")),
    ]);
    expect(updates).toEqual([]);
    expect(end.kind).toBe("replied");
  });

  it("stops when aborted", async () => {
    const stopper = new AbortController();
    const { end } = await follow([open(), open(reply("Hello"))], {
      stopper,
      onUpdate: () => stopper.abort(),
    });
    expect(end).toEqual({ kind: "stopped" });
  });
});

async function follow(
  script: readonly Opening[],
  {
    stopper = new AbortController(),
    onUpdate = () => undefined,
    ...options
  }: {
    first?: Opening;
    now?: () => number;
    stopper?: AbortController;
    onUpdate?: () => void;
  } = {},
) {
  const openings = script[Symbol.iterator]();
  const updates: TurnUpdate[] = [];
  const pauses: number[] = [];
  let opened = 0;
  const end = await followTurn({
    now: () => 0,
    ...options,
    open: async () => {
      opened += 1;
      return openings.next().value ?? { kind: "unreachable" };
    },
    report: (update) => {
      updates.push(update);
      onUpdate();
    },
    pause: async (pauseMs) => void pauses.push(pauseMs),
    signal: stopper.signal,
  });
  return { end, updates, pauses, opened };
}

const step = event("step", {
  index: 0,
  thought: "",
  tool: "search",
  input: { query: "x" },
  observation: "y",
});

function delta(offset: number, text: string): string {
  return event("delta", { offset, text });
}

function reply(text: string): string {
  return event("reply", { id: "1", reply: { text }, steps: [] });
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function open(...events: readonly string[]): Opening {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(events.join("")));
      controller.close();
    },
  });
  return { kind: "open", body };
}

function broken(): Opening {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  return { kind: "open", body };
}

function refused(status: number): Opening {
  return {
    kind: "refused",
    problem: { status, slug: "no", title: "No", detail: "" },
  };
}
