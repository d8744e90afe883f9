import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checksumOf,
  formatEventId,
  parseEventId,
  resumeEvents,
  type PositionedEvent,
} from "../../src/http/resume-events.ts";
import type { DoneStep, Turn, TurnEvent } from "../../src/types/turn.ts";
import { runs } from "../property-runs.ts";

const MESSAGE = "m1";

const NO_USAGE = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  modelCalls: 0,
};

const STEP: DoneStep = {
  action: { tool: "calculator", input: "1+1", thought: "", text: "" },
  observation: "2",
  usage: NO_USAGE,
};

const TURN: Turn = {
  id: MESSAGE,
  status: "delivered",
  message: {
    id: MESSAGE,
    conversation: "webhook:shop:1",
    channel: "webhook",
    author: { id: "shop" },
    text: "1+1?",
    attachments: [],
    replyTo: {},
  },
  steps: [],
  usage: NO_USAGE,
  attempts: 1,
  acceptedAt: 0,
};

/** State of a client that follows the documented rules. */
interface Client {
  readonly steps: readonly number[];
  readonly text: string;
  readonly lastEventId?: string;
  readonly hasEnded: boolean;
}

const NEW_CLIENT: Client = { steps: [], text: "", hasEnded: false };

function take(client: Client, { id, event }: PositionedEvent): Client {
  const next = { ...client, lastEventId: id };
  if (event.type === "step")
    return { ...next, steps: [...client.steps, event.index] };
  if (event.type === "delta")
    return { ...next, text: client.text.slice(0, event.offset) + event.text };
  return event.type === "waiting" ? next : { ...next, hasEnded: true };
}

/** Initial events of `Mailbox.watch` after that many of the turn's events. */
function snapshot(events: readonly TurnEvent[]): TurnEvent[] {
  const last = events.at(-1);
  const text = assemble(events);
  return [
    ...events.filter(({ type }) => type === "step"),
    ...(text === "" ? [] : [{ type: "delta", offset: 0, text } as const]),
    ...(last?.type === "end" || last?.type === "forgotten" ? [last] : []),
  ];
}

function assemble(events: readonly TurnEvent[]): string {
  let text = "";
  for (const event of events)
    if (event.type === "delta") text = text.slice(0, event.offset) + event.text;
  return text;
}

/**
 * Arbitrary events of a turn, whose answer sometimes starts over, often with
 * the same text.
 */
const turns = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant("step" as const) },
      { weight: 1, arbitrary: fc.constant("waiting" as const) },
      {
        weight: 5,
        arbitrary: fc.record({
          rewind: fc.oneof(
            { weight: 4, arbitrary: fc.constant(0) },
            { weight: 1, arbitrary: fc.nat({ max: 12 }) },
            { weight: 1, arbitrary: fc.constant(1_000) },
          ),
          text: fc.string({
            unit: fc.constantFrom("a", "b", "😀", "字"),
            maxLength: 4,
          }),
        }),
      },
    ),
    { maxLength: 30 },
  )
  .map((writings): TurnEvent[] => {
    const events: TurnEvent[] = [];
    let steps = 0;
    let length = 0;
    for (const writing of writings) {
      if (writing === "step")
        events.push({ type: "step", index: steps++, step: STEP });
      else if (writing === "waiting")
        events.push({ type: "waiting", delayMs: 1_000 });
      else {
        const offset = Math.max(0, length - writing.rewind);
        events.push({ type: "delta", offset, text: writing.text });
        length = offset + writing.text.length;
      }
    }
    return [...events, { type: "end", turn: TURN }];
  });

/**
 * A connection: how many events are read, and how far the turn has advanced (or
 * its reader lags) when the next one starts.
 */
const connections = fc.array(
  fc.record({
    reads: fc.nat({ max: 8 }),
    goesOn: fc.integer({ min: -2, max: 6 }),
  }),
  { maxLength: 5 },
);

describe("resumed events", () => {
  it("give a client the same text wherever it was disconnected", () => {
    fc.assert(
      fc.property(turns, connections, (events, cuts) => {
        let client = NEW_CLIENT;
        let now = 0;
        for (const { reads, goesOn } of [
          ...cuts,
          { reads: Infinity, goesOn: 0 },
        ]) {
          const from = parseEventId(client.lastEventId, MESSAGE);
          if (from?.isEnd) break;
          const tell = resumeEvents({ message: MESSAGE, from });
          const start = now;
          const past = snapshot(events.slice(0, start));
          let left = reads;
          for (const [index, event] of [
            ...past,
            ...events.slice(start),
          ].entries()) {
            if (left <= 0) break;
            for (const news of tell(event).slice(0, left)) {
              client = take(client, news);
              left--;
            }
            now = Math.max(now, start + index + 1 - past.length);
          }
          now = Math.min(events.length, Math.max(0, now + goesOn));
        }
        const steps = events.filter(({ type }) => type === "step");
        expect(client).toMatchObject({
          steps: steps.map((_, index) => index),
          text: assemble(events),
          hasEnded: true,
        });
        const end = parseEventId(client.lastEventId, MESSAGE);
        expect(end?.checksum).toBe(checksumOf(client.text));
      }),
      { numRuns: runs(200) },
    );
  });

  it("contain the client's position in each id, and mark the last one", () => {
    const tell = resumeEvents({ message: MESSAGE });
    const ids = [
      ...tell({ type: "step", index: 0, step: STEP }),
      ...tell({ type: "delta", offset: 0, text: "It is 😀" }),
      ...tell({ type: "end", turn: TURN }),
    ].map(({ id }) => id);
    expect(ids).toEqual([
      expect.stringMatching(/^1-0-811c9dc5-[\da-f]{4}$/),
      expect.stringMatching(/^1-8-[\da-f]{8}-[\da-f]{4}$/),
      `${ids[1]}-end`,
    ]);
  });

  it("hold back text that a client has, as long as it is the same", () => {
    const from = position({ steps: 1, text: "Hello wor" });
    const tell = resumeEvents({ message: MESSAGE, from });
    expect(tell({ type: "step", index: 0, step: STEP })).toEqual([]);
    expect(tell({ type: "delta", offset: 0, text: "Hello" })).toEqual([]);
    expect(tell({ type: "delta", offset: 5, text: " world" })).toMatchObject([
      { event: { offset: 9, text: "ld" } },
    ]);
  });

  it("start the answer over if the client has a different one", () => {
    const from = position({ steps: 0, text: "Hello wor" });
    const tell = resumeEvents({ message: MESSAGE, from });
    expect(tell({ type: "delta", offset: 0, text: "Good" })).toEqual([]);
    expect(tell({ type: "delta", offset: 4, text: " evening" })).toMatchObject([
      { event: { offset: 0, text: "Good evening" } },
    ]);
  });

  it("take back text that the final answer does not contain", () => {
    const from = position({ steps: 0, text: "Hello wor" });
    const tell = resumeEvents({ message: MESSAGE, from });
    expect(tell({ type: "delta", offset: 0, text: "Hello" })).toEqual([]);
    const events = tell({ type: "end", turn: TURN }).map(({ event }) => event);
    expect(events).toMatchObject([
      { type: "delta", offset: 0, text: "Hello" },
      { type: "end" },
    ]);
  });

  it("report the offset from which the answer differs", () => {
    const tell = resumeEvents({ message: MESSAGE });
    tell({ type: "delta", offset: 0, text: "Hello world" });
    expect(tell({ type: "delta", offset: 0, text: "Hello" })).toEqual([]);
    expect(tell({ type: "delta", offset: 5, text: " you" })).toMatchObject([
      { event: { offset: 6, text: "you" } },
    ]);
  });
});

describe("an event's id", () => {
  it("parses to what was formatted", () => {
    const from = position({ steps: 2, text: "Hello" });
    expect(parseEventId(formatEventId(from, MESSAGE), MESSAGE)).toEqual(from);
  });

  it("is ignored if it is another message's or malformed", () => {
    const id = formatEventId(position({ steps: 2, text: "Hello" }), "m2");
    expect(parseEventId(id, MESSAGE)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseEventId(text, MESSAGE)).toBeUndefined();
      }),
    );
    expect(parseEventId(null, MESSAGE)).toBeUndefined();
  });
});

describe("a text's checksum", () => {
  it("depends on every unit, its position, and the length", () => {
    const texts = ["", "\0", "\0\0", "a", "b", "ab", "ba", "aa", "a\0"];
    expect(new Set(texts.map(checksumOf)).size).toBe(texts.length);
  });
});

function position({ steps, text }: { steps: number; text: string }) {
  return {
    steps,
    length: text.length,
    checksum: checksumOf(text),
    isEnd: false,
  };
}
