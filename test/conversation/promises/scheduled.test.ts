import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { GRACE_MS, type Schedule } from "../../../src/types/schedule.ts";
import { createSchedule } from "../../fixtures/schedules.ts";
import { runs } from "../../property-runs.ts";
import { createPlayer, keepTimeReal, workDeeds } from "./play.ts";
import { createQuestion, createWorld, type World } from "./world.ts";

keepTimeReal();

const DAY_MS = 86_400_000;

const deeds = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("ask", "once", "daily") }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom("cancel", "change"),
        which: fc.nat({ max: 4 }),
      }),
    },
    // `sleep`: nothing runs at a time when something is due.
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("due", "due", "sleep") }),
    },
    ...workDeeds,
  ),
  { minLength: 5, maxLength: 60, size: "max" },
);

type Deed = typeof deeds extends fc.Arbitrary<(infer Each)[]> ? Each : never;

async function play(world: World, script: readonly Deed[]) {
  const made: string[] = [];
  /** Tried, and done. */
  const given = new Set<string>();
  const cancelled = new Set<string>();
  const player = createPlayer(world);
  let asked = 0;
  const ask = () => {
    const message = createQuestion(++asked, { tools: 1 });
    player.ask(message.id, (onDone) => world.deliver(message, onDone));
  };
  const make = (rule: string | undefined) => {
    const id = `reminder${made.length}x`;
    made.push(id);
    const due = Date.now() + DAY_MS / 24;
    const { channel, conversation, author, replyTo } = createQuestion(0);
    const schedule = createSchedule({
      id,
      text: `${id}-0.`,
      start: new Date(due).toISOString().slice(0, 19),
      due,
      to: { channel, conversation, author, replyTo },
      ...(rule !== undefined && { rule }),
    });
    player.ask(id, (onDone) =>
      world.request((memory) => memory.schedule(schedule), onDone),
    );
  };
  ask();
  await player.runAll();
  for (const [place, deed] of script.entries()) {
    switch (deed.kind) {
      case "ask":
        ask();
        break;
      case "once":
      case "daily":
        make(deed.kind === "once" ? undefined : "FREQ=DAILY");
        break;
      case "cancel": {
        const id = made[deed.which] ?? "";
        given.add(id);
        player.ask(`${place}`, (onDone) =>
          world.request(
            (memory) => memory.cancelSchedule(id),
            (isFound) => {
              if (isFound) cancelled.add(id);
              onDone();
            },
          ),
        );
        break;
      }
      case "change": {
        const id = made[deed.which] ?? "";
        const change = { text: `${id}-${place}.` };
        player.ask(`${place}`, (onDone) =>
          world.request((memory) => memory.changeSchedule(id, change), onDone),
        );
        break;
      }
      case "due":
        player.disturb(() => world.wake(DAY_MS / 24));
        break;
      case "sleep":
        player.disturb(() => world.wake(DAY_MS / 24 + 2 * GRACE_MS));
        break;
      case "run":
      case "crash":
      case "kill":
      case "pass":
      case "resume":
        await player.work(deed);
    }
  }
  await player.finish();
  world.wake(0);
  await player.runAll();
  return { made, given, cancelled };
}

describe.each([
  { place: "in a Durable Object", leaseMs: 0, showsPreviews: false },
  { place: "with two workers", leaseMs: 60_000, showsPreviews: false },
])("what is scheduled, $place", (options) => {
  it(
    "is said once at each of its times, or reported as missed, until it is cancelled",
    {
      timeout: 600_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(deeds, async (script) => {
          const world = createWorld(options);
          const { made, given, cancelled } = await play(world, script);
          expect(world.errors).toEqual([]);
          await expectOnce(world);
          for (const id of made)
            if (!given.has(id)) await expectKept(world, id);
          const listed = await list(world);
          for (const { id } of listed) expect(cancelled).not.toContain(id);
          // Each that is left comes at its next time, as it was changed last.
          for (const { id, due, text } of listed) {
            await wakeAt(world, due);
            const turn = await world
              .inspect()
              .findTurn(`schedule:${id}:${due}`);
            expect(turn?.status, id).toBe("delivered");
            expect(turn?.reply).toContain(text);
          }
          await expectOnce(world);
        }),
        { numRuns: runs(10) },
      );
    },
  );
});

const list = (world: World): Promise<readonly Schedule[]> =>
  world.inspect().listSchedules();

async function wakeAt(world: World, due: number): Promise<void> {
  vi.setSystemTime(Math.max(Date.now(), due));
  world.wake(0);
  await createPlayer(world).runAll();
}

/** Each occurrence is in the history once, and was sent once. */
async function expectOnce(world: World): Promise<void> {
  const messages = (await world.inspect().readRecord())?.messages ?? [];
  const said = messages.filter(({ turn }) => turn.startsWith("schedule:"));
  const turns = said.map(({ turn }) => turn);
  expect(new Set(turns).size).toBe(turns.length);
  const sent = world.chat.flatMap(
    ({ text }) => /reminder\d+x-\d+\./.exec(text) ?? [],
  );
  const excused = world.excuses.filter((call) => call.startsWith("send"));
  expect(sent.length).toBeGreaterThanOrEqual(said.length);
  expect(sent.length - said.length).toBeLessThanOrEqual(excused.length);
}

/** It is still to come, was said, or is reported as missed. */
async function expectKept(world: World, id: string): Promise<void> {
  const memory = world.inspect();
  const messages = (await memory.readRecord())?.messages ?? [];
  const told = messages.some(({ turn }) => turn.startsWith(`schedule:${id}:`));
  const isListed = (await list(world)).some((one) => one.id === id);
  const chat = world.chat.map(({ text }) => text).join(" ");
  const { missed = [] } = (await memory.findMissed()) ?? {};
  const isMissed = missed.some(({ text }) => text.startsWith(id));
  expect(told || isListed || isMissed || chat.includes(id), id).toBe(true);
}
