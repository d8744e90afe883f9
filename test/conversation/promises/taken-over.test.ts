import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { HandoverAction } from "../../../src/types/handover.ts";
import { runs } from "../../property-runs.ts";
import { createQuestion, createWorld, type World } from "./world.ts";

beforeAll(async () => {
  await import("../../../src/conversation/addresses/shown-links.ts");
  await import("../../../src/document/close-open-ends.ts");
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const deeds = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: "ask" } as const) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom("human", "wake") }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom("take-over", "reply", "hand-back"),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom("run", "run", "run", "kill", "pass"),
        worker: fc.nat({ max: 1 }),
      }),
    },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant("resume" as const),
        picks: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 60, size: "max" },
);

/** After more attempts, a turn is given up. */
const MAX_DISTURBANCES = 4;

type Deed = typeof deeds extends fc.Arbitrary<(infer Each)[]> ? Each : never;

async function runAll(world: World): Promise<void> {
  for (let rounds = 0; (await world.inspect().nextTurn()) !== undefined;) {
    if (rounds++ > 100) throw new Error("A turn never ends.");
    world.pass();
    world.run(rounds);
    await world.finish();
  }
}

/** Plays the script, then completes all work; what died is asked for again. */
async function play(world: World, script: readonly Deed[]) {
  const asked: string[] = [];
  const said: string[] = [];
  let disturbances = 0;
  /** Requests without a response, which their senders repeat. */
  const open = new Map<string, () => void>();
  const ask = (id: string, message: ReturnType<typeof createQuestion>) => {
    open.set(id, () => world.deliver(message, () => open.delete(id)));
    open.get(id)?.();
  };
  const handOver = (name: string, action: HandoverAction) => {
    open.set(name, () => world.handOver(action, () => open.delete(name)));
    open.get(name)?.();
  };
  const first = createQuestion(1);
  asked.push(first.id);
  ask(first.id, first);
  await world.finish();
  for (const [place, deed] of script.entries()) {
    switch (deed.kind) {
      case "ask": {
        const message = createQuestion(asked.length + 1, { tools: 1 });
        asked.push(message.id);
        ask(message.id, message);
        break;
      }
      case "human": {
        const command = { name: "human", argument: "A refund" };
        const id = `human-${place}`;
        ask(id, createQuestion(0, { id, text: "/human A refund", command }));
        break;
      }
      case "wake":
        if (++disturbances <= MAX_DISTURBANCES) world.wake();
        break;
      case "reply": {
        const id = `r${place}`;
        said.push(id);
        const text = `Person-${id}.`;
        handOver(id, { kind: "reply", operator: "anna", id, text });
        break;
      }
      case "take-over":
      case "hand-back":
        handOver(String(place), { kind: deed.kind, operator: "anna" });
        break;
      case "run":
        world.run(deed.worker);
        break;
      case "kill":
        if (++disturbances <= MAX_DISTURBANCES) world.kill(deed.worker);
        break;
      case "pass":
        if (++disturbances <= MAX_DISTURBANCES) world.pass();
        break;
      case "resume":
        for (const pick of deed.picks) await world.resume(pick);
    }
  }
  await world.finish();
  while (open.size > 0) {
    const again = [...open.values()];
    again.forEach((request) => request());
    await world.finish();
  }
  await runAll(world);
  // Nobody comes to whom has asked.
  world.wake();
  await world.finish();
  await runAll(world);
  return { asked, said };
}

describe.each([
  { place: "in a Durable Object", leaseMs: 0, showsPreviews: false },
  { place: "with two workers", leaseMs: 60_000, showsPreviews: false },
  {
    place: "with two workers and previews",
    leaseMs: 60_000,
    showsPreviews: true,
  },
])("a conversation between a bot and a person, $place", (options) => {
  it(
    "loses nothing that either says, and says nothing twice",
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(deeds, async (script) => {
          const world = createWorld(options);
          const { asked, said } = await play(world, script);
          expect(world.errors).toEqual([]);
          const memory = world.inspect();
          const messages = (await memory.readRecord())?.messages ?? [];
          const questions = messages.filter(
            ({ role, text }) => role === "user" && !text.startsWith("/human"),
          );
          expect(questions.map(({ turn }) => turn).toSorted()).toEqual(
            asked.toSorted(),
          );
          const words = messages.flatMap(({ origin, text }) =>
            origin?.kind === "operator" ? [text] : [],
          );
          expect(words.toSorted()).toEqual(
            said.map((id) => `Person-${id}.`).toSorted(),
          );
          const sent = world.chat.map(({ text }) => text);
          const own = sent.flatMap((text) => /Person-\w+\./.exec(text) ?? []);
          // In the order in which they were stored.
          expect([...new Set(own)]).toEqual(words);
          const excused = world.excuses.filter((call) =>
            call.startsWith("send"),
          );
          expect(own.length - words.length).toBeLessThanOrEqual(excused.length);
          // Each request that nobody answers ends once, with a word of its own.
          const ends = messages.filter(
            ({ origin, unsent }) =>
              origin?.kind === "unattended" && unsent === undefined,
          );
          const ending = sent.filter((text) => text === "sorry:");
          expect(ending.length).toBeGreaterThanOrEqual(ends.length);
          expect(ending.length - ends.length).toBeLessThanOrEqual(
            excused.length + messages.filter(({ unsent }) => unsent).length,
          );
          expect(await memory.readRecord()).not.toHaveProperty("wanted");
          const owner = await memory.findOwner();
          expect(await memory.isForTeam()).toBe(owner !== undefined);
          for (const { turn, role, origin, text, unsent } of messages) {
            if (role !== "assistant" || origin !== undefined) continue;
            const [word = ""] = text.split(" ");
            if (unsent === undefined) expect(sent, turn).toContain(word);
          }
        }),
        { numRuns: runs(10) },
      );
    },
  );
});
