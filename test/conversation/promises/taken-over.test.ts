import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAUSE_TEXTS } from "../../../src/conversation/texts/approval.ts";
import type { HandoverAction } from "../../../src/types/handover.ts";
import { PAUSE_MS } from "../../../src/types/pause.ts";
import { runs } from "../../property-runs.ts";
import { createPlayer, keepTimeReal, workDeeds } from "./play.ts";
import {
  createQuestion,
  createWorld,
  UNKNOWN,
  WAIT_MS,
  type World,
} from "./world.ts";

keepTimeReal();

const deeds = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom("ask", "order") }),
    },
    // One of the buttons that were ever shown.
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("tap" as const),
        which: fc.nat({ max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom("human", "wake", "wake", "expire"),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          "take-over",
          "reply",
          "hand-back",
          "hand-back",
          "hand-back",
        ),
      }),
    },
    ...workDeeds,
  ),
  { minLength: 5, maxLength: 60, size: "max" },
);

type Deed = typeof deeds extends fc.Arbitrary<(infer Each)[]> ? Each : never;

/** What was asked of the bot and of a person, and what a person said. */
async function play(world: World, script: readonly Deed[]) {
  const asked: string[] = [];
  const taps: string[] = [];
  const said: string[] = [];
  const player = createPlayer(world);
  const send = (message: ReturnType<typeof createQuestion>) =>
    player.ask(message.id, (onDone) => world.deliver(message, onDone));
  const handOver = (name: string, action: HandoverAction) =>
    player.ask(name, (onDone) => world.handOver(action, onDone));
  const question = (text: string) => {
    const number = asked.length + 1;
    const message = createQuestion(number, {
      text: `${text}${number}x uses 1 tools`,
    });
    asked.push(message.id);
    send(message);
  };
  const tap = (id: string, which: number) => {
    const { buttons } = world;
    const { command = "" } = buttons[which % buttons.length] ?? {};
    const [name = "", argument = ""] = command.split(" ");
    taps.push(id);
    const replyTo = { chat: 1, message: id };
    const pressed = { id, text: "", command: { name, argument }, replyTo };
    send(createQuestion(0, pressed));
  };
  // Something to tap, and something that was approved and has not begun.
  question("order");
  question("order");
  await player.runAll();
  tap("tap", 0);
  await world.finish();
  for (const [place, deed] of script.entries()) {
    switch (deed.kind) {
      case "ask":
        question("word");
        break;
      case "order":
        question("order");
        break;
      case "tap":
        tap(`tap-${place}`, deed.which);
        break;
      case "human": {
        const command = { name: "human", argument: "A refund" };
        const id = `human-${place}`;
        send(createQuestion(0, { id, text: "/human A refund", command }));
        break;
      }
      case "wake":
        player.disturb(() => world.wake(WAIT_MS));
        break;
      case "expire":
        player.disturb(() => world.wake(PAUSE_MS / 2));
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
      case "crash":
      case "kill":
      case "pass":
      case "resume":
        await player.work(deed);
    }
  }
  await player.finish();
  // Nobody comes to whom has asked.
  world.wake(WAIT_MS);
  await player.runAll();
  return { asked, taps, said };
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
    "loses nothing that either says, says nothing twice, and does what is approved once",
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(deeds, async (script) => {
          const world = createWorld(options);
          const { asked, taps, said } = await play(world, script);
          expect(world.errors).toEqual([]);
          await expectAllSaid(world, { asked, said });
          await expectOrderedOnce(world, { asked, taps });
        }),
        { numRuns: runs(10) },
      );
    },
  );
});

async function expectAllSaid(
  world: World,
  { asked, said }: { asked: readonly string[]; said: readonly string[] },
): Promise<void> {
  const memory = world.inspect();
  const messages = (await memory.readRecord())?.messages ?? [];
  const questions = messages.filter(
    ({ role, turn }) => role === "user" && turn.startsWith("message"),
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
  const excused = world.excuses.filter((call) => call.startsWith("send"));
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
}

const HAS_BEGUN = PAUSE_TEXTS.en.hasBegun;

/**
 * What was approved has run once, unless a process died as it began, which the
 * model is then told. What has not begun can still be approved. Each tap has a
 * reply.
 */
async function expectOrderedOnce(
  world: World,
  { asked, taps }: { asked: readonly string[]; taps: readonly string[] },
): Promise<void> {
  const memory = world.inspect();
  const find = async (id: string) => {
    const turn = await memory.findTurn(id);
    if (turn === undefined) throw new Error(`${id} is lost.`);
    return turn;
  };
  const tapped = await Promise.all(taps.map(find));
  for (const { id, reply = "", isForPerson } of tapped) {
    expect(reply, id).not.toBe("");
    // What the bot had to say before is withheld.
    if (isForPerson) expect(world.chat.some(({ to }) => to === id)).toBe(true);
  }
  for (const id of asked) {
    const order = (await find(id)).message.text.split(" ")[0] ?? "";
    const times = world.effects.filter(({ key }) => key === `order ${order}`);
    const resumed = tapped.filter(
      ({ resumed: from, steps }) =>
        from !== undefined && JSON.stringify(steps).includes(order),
    );
    const approved = resumed.filter(
      ({ message }) => message.answers?.answer.kind === "approve",
    );
    const results = resumed.flatMap(({ steps }) =>
      steps.flatMap(({ action, observation }) =>
        action.tool === "order" ? (observation ?? []) : [],
      ),
    );
    expect(times.length, order).toBeLessThanOrEqual(
      Math.min(1, approved.length),
    );
    const isUnknown = results.includes(UNKNOWN);
    if (isUnknown) expect(world.excuses.length).toBeGreaterThan(0);
    const hasRun = results.includes("Ordered.");
    if (hasRun) expect(times.length, order).toBe(1);
    const isLeft = resumed.length > 0 && results.length === 0;
    const { question } = await find(id);
    // Else nobody knows whether it has begun, which is told.
    const isTold = resumed.some(({ reply = "" }) => reply.includes(HAS_BEGUN));
    if (isLeft && !isTold) {
      expect(times, order).toEqual([]);
      expect(question, order).toBeDefined();
    }
  }
}
