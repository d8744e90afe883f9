import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { streamTurn } from "../../src/http/follow-turn.ts";
import {
  NOT_COUNTED,
  STREAM_MS,
  type StreamPlace,
} from "../../src/http/stream-place.ts";
import { waitForTurn } from "../../src/http/wait-for-turn.ts";
import { sleep } from "../../src/runtime/abort.ts";
import type { Mailbox } from "../../src/types/mailbox.ts";
import type { TurnEvent } from "../../src/types/turn.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createStep, createTurn } from "../fixtures/turns.ts";

const never = (): never => {
  throw new Error("Not asked for here.");
};

/** Watches a turn that never ends. */
const ENDLESS: Mailbox = {
  deliver: never,
  stop: never,
  retry: never,
  async *watch(_turn, { signal }) {
    yield { type: "delta", offset: 0, text: "Once" };
    await sleep(3_600_000, { signal });
  },
};

const turn = { conversation: "web:1", id: "1" };

/** An app with a single route that streams the turn. */
function streamOf(
  mailbox: Mailbox,
  place: StreamPlace = NOT_COUNTED.place,
): Hono {
  return new Hono().get("/", (context) =>
    streamTurn(context, { mailbox, turn, place }),
  );
}

/** Watches a turn that is forgotten after the events. */
function mailboxOf(events: Iterable<TurnEvent>): Mailbox {
  return {
    ...ENDLESS,
    async *watch(_turn, { signal }) {
      for (const event of events) {
        signal.throwIfAborted();
        yield event;
      }
    },
  };
}

async function readFrom(
  app: Hono,
  lastEventId?: string,
): Promise<{ status: number; text: string; ids: string[] }> {
  const headers = new Headers();
  if (lastEventId !== undefined) headers.set("last-event-id", lastEventId);
  const response = await app.request("/", { headers });
  const text = await response.text();
  const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id = ""]) => id);
  return { status: response.status, text, ids };
}

describe("a stream of events whose request is aborted", () => {
  afterEach(() => vi.restoreAllMocks());

  it("ends with an event that reports that the turn continues", async () => {
    const error = vi.spyOn(console, "error");
    const time = new AbortController();
    const request = new Request("https://parley.example/", time);
    const response = await streamOf(ENDLESS).fetch(request);
    time.abort();
    const text = await response.text();
    expect(text).toMatch(/\nevent: error\ndata: .*stream-broken.*\n\n$/);
    expect(error).not.toHaveBeenCalled();
  });
});

/** Watches a turn until the store fails. */
function brokenAfter(events: readonly TurnEvent[]): Mailbox {
  return {
    ...ENDLESS,
    async *watch() {
      yield* events;
      throw new Error("The store is away.");
    },
  };
}

it("a stream of events that breaks off ends with an error, and is logged", async () => {
  const { text } = await readFrom(streamOf(brokenAfter([])));
  expect(text).toMatch(/\nevent: error\ndata: .*stream-broken.*\n\n$/);
  expect(loggedEvents()).toEqual(["events broke off"]);
});

describe("waiting for a turn", () => {
  const waiting = { type: "waiting", delayMs: 2_000 } as const;
  const delta = { type: "delta", offset: 0, text: "Hi" } as const;
  const end = {
    type: "end",
    turn: createTurn({ message: createMessage({ id: "1" }) }),
  } as const;
  const open = { type: "open", isRetried: false, text: "" } as const;

  it.each<[string, Mailbox, unknown]>([
    ["until its end", mailboxOf([waiting, end]), end],
    ["in vain", ENDLESS, { ...open, text: "Once" }],
    ["that nobody knows", mailboxOf([]), { type: "forgotten" }],
    ["that is written", mailboxOf([delta]), { ...open, text: "Hi" }],
    [
      "that is tried again later",
      mailboxOf([waiting]),
      { ...open, isRetried: true },
    ],
    [
      "that was tried again",
      mailboxOf([waiting, delta]),
      { ...open, text: "Hi" },
    ],
  ])("%s", async (_, mailbox, outcome) => {
    expect(await wait(mailbox)).toEqual(outcome);
    expect(loggedEvents()).toEqual([]);
  });

  it("until the store fails", async () => {
    expect(await wait(brokenAfter([delta]))).toEqual({ ...open, text: "Hi" });
    expect(loggedEvents()).toEqual(["waiting broke off"]);
  });

  function wait(mailbox: Mailbox) {
    const { signal } = new AbortController();
    return waitForTurn({ mailbox, turn, waitMs: 20, signal });
  }
});

describe("a stream of events with a slot", () => {
  const leave = vi.fn(async () => {});
  const place: StreamPlace = {
    take: () => leave,
    [Symbol.asyncDispose]: async () => {},
  };
  afterEach(() => {
    leave.mockClear();
    vi.useRealTimers();
  });

  it("releases it at its end", async () => {
    await readFrom(streamOf(mailboxOf([]), place));
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it("releases it when its reader disconnects", async () => {
    const response = await streamOf(ENDLESS, place).request("/");
    await response.body?.cancel();
    await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  });

  it("is cut at the maximum duration, and can be resumed", async () => {
    vi.useFakeTimers();
    const response = await streamOf(ENDLESS, place).request("/");
    const text = response.text();
    await vi.advanceTimersByTimeAsync(STREAM_MS);
    expect(await text).toMatch(/\nevent: error\ndata: .*stream-broken.*\n\n$/);
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it("takes no slot for a client that has everything", async () => {
    const take = vi.fn(() => leave);
    const app = streamOf(mailboxOf([]), { ...place, take });
    const { ids } = await readFrom(app);
    take.mockClear();
    expect((await readFrom(app, ids.at(-1))).status).toBe(204);
    expect(take).not.toHaveBeenCalled();
  });
});

const STEP = { ...createStep(), observation: "2" };

it("events are as the API describes them", async () => {
  const usage = {
    input_tokens: 10,
    cached_input_tokens: 4,
    output_tokens: 3,
  };
  const message = createMessage({ id: "1" });
  const failed = createTurn({ message, status: "failed", reply: "No." });
  const problem = (slug: string, title: string) => ({
    type: `https://parley.chat/problems/${slug}`,
    title,
  });
  const watched = brokenAfter([
    { type: "step", index: 0, step: STEP },
    { type: "delta", offset: 3, text: "Hi" },
    { type: "waiting", delayMs: 1_500 },
    { type: "end", turn: failed },
  ]);
  const { text } = await readFrom(streamOf(watched));
  const events = [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(
    ([, event, data = ""]) => [event, JSON.parse(data) as unknown],
  );
  expect(events).toEqual([
    [
      "step",
      {
        index: 0,
        thought: "I had better count.",
        tool: "calculator",
        input: "1+1",
        observation: "2",
        usage,
      },
    ],
    ["delta", { offset: 3, text: "Hi" }],
    ["waiting", { retry_seconds: 2 }],
    [
      "error",
      {
        ...problem("turn-failed", "The message could not be answered"),
        status: 502,
        detail: "No.",
        id: "1",
      },
    ],
    [
      "error",
      {
        ...problem("stream-broken", "The event stream broke off"),
        status: 502,
        detail: expect.stringMatching(/^The message is stored/) as string,
      },
    ],
  ]);
  expect(loggedEvents()).toEqual(["events broke off"]);
});

describe("a stream of events", () => {
  it("starts with the reconnection delay", async () => {
    const { text } = await readFrom(streamOf(mailboxOf([])));
    expect(text).toMatch(/^retry: 1000\n\nevent: error\ndata: .*forgotten/);
  });

  it("leaves out the steps that the client has", async () => {
    const app = streamOf(
      mailboxOf([
        { type: "step", index: 0, step: STEP },
        { type: "step", index: 1, step: STEP },
        { type: "delta", offset: 0, text: "It is 42." },
      ]),
    );
    const { ids } = await readFrom(app);
    expect(ids).toHaveLength(4);
    const { text } = await readFrom(app, ids[0]);
    expect(text.match(/^data: .*/gm)).toEqual([
      expect.stringContaining('"index":1'),
      'data: {"offset":0,"text":"It is 42."}',
      expect.stringContaining("forgotten"),
    ]);
  });

  it("starts from the beginning for an id of another stream", async () => {
    const app = streamOf(
      mailboxOf([{ type: "delta", offset: 0, text: "It is" }]),
    );
    for (const id of ["5", "1-0-end", "\u00ff", "9".repeat(5_000)])
      expect((await readFrom(app, id)).text).toContain("It is");
  });

  it("is 204 for a client that has the last event", async () => {
    const app = streamOf(mailboxOf([]));
    const { ids } = await readFrom(app);
    expect(await readFrom(app, ids[0])).toMatchObject({ status: 204 });
  });

  it("produces no more events than its reader reads", async () => {
    let taken = 0;
    const endless = function* (): Generator<TurnEvent> {
      for (; ; taken++)
        yield { type: "delta", offset: taken, text: "." } as const;
    };
    const response = await streamOf(mailboxOf(endless())).request("/");
    const reader = response.body?.getReader();
    for (let read = 0; read < 10; read++) await reader?.read();
    await sleep(10, { signal: new AbortController().signal });
    expect(taken).toBeLessThan(15);
    await reader?.cancel();
  });

  it("forbids proxies to cache, compress or buffer it", async () => {
    const { headers, body } = await streamOf(ENDLESS).request("/");
    await body?.cancel();
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });
});
