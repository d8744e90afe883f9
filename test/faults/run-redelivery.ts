import { createHash } from "node:crypto";
import { watchConversation } from "./conversation-watch.ts";
import { inTime } from "./in-time.ts";
import { updateOf } from "./script.ts";
import type { World } from "./world.ts";

/** Outcome of updates that Telegram delivers more than once. */
export interface Redelivery {
  readonly what: string;
  readonly messages: number;
  readonly deliveries: number;
  readonly replies: number;
}

const DAY_MS = 86_400_000;
const MANY = 100;
/** Consecutive messages of one user. */
const IN_A_ROW = 15;

type Update = Parameters<World["post"]>[0];

/** Each in a new conversation, starting with `number`. */
export async function runRedeliveries(
  world: World,
  number: number,
): Promise<readonly Redelivery[]> {
  await world.start();
  const repeat = (what: string, deliver: (update: Update) => Promise<number>) =>
    deliverOne(world, { what, number: number++, deliver });
  const atOnce = async (update: Update, times: number): Promise<number> => {
    await Promise.all(Array.from({ length: times }, () => world.post(update)));
    return times;
  };
  const overADay = async (update: Update): Promise<number> => {
    for (let time = 0; time < MANY; time++) {
      await world.setClockAhead((time * DAY_MS) / (MANY - 1));
      await world.post(update);
    }
    return MANY;
  };

  return [
    await repeat("once", (update) => atOnce(update, 1)),
    await repeat("5 times at once", (update) => atOnce(update, 5)),
    await repeat(`${MANY} times at once`, (update) => atOnce(update, MANY)),
    await repeat(`${MANY} times over 24 hours`, overADay),
    await repeat(`${MANY} times, half of them after a kill`, (update) =>
      deliverAroundKill(world, update, atOnce),
    ),
    await repeat(
      `over 24 hours, after the kill of its turn`,
      async (update) => {
        await deliverAroundKill(world, update, atOnce);
        return MANY + (await overADay(update));
      },
    ),
    await deliverRow(world, {
      what: "ids that fall, each twice",
      number: number++,
      idOf: (index) => 9_000_000 - index,
    }),
    await deliverRow(world, {
      what: "ids in no order, each twice",
      number: number++,
      idOf: (index) =>
        createHash("sha256").update(`${index}`).digest().readUIntBE(0, 5),
    }),
  ];
}

async function deliverOne(
  world: World,
  {
    what,
    number,
    deliver,
  }: {
    what: string;
    number: number;
    deliver: (update: Update) => Promise<number>;
  },
): Promise<Redelivery> {
  const asker = watchConversation(world, number);
  const update = updateOf({ id: number, number, question: "quick" });
  const deliveries = await deliver(update);
  await asker.waitForSent(["quick answer"]).catch(() => {});
  await asker.waitForRest().catch(() => {});
  return { what, messages: 1, deliveries, replies: asker.sent().length };
}

/**
 * The process dies during the model call, and updates are redelivered at once.
 */
async function deliverAroundKill(
  world: World,
  update: Update,
  atOnce: (update: Update, times: number) => Promise<number>,
): Promise<number> {
  const number = update.update_id;
  const held = world.hold({ number, name: "quick model call" }, "asked");
  const before = await atOnce(update, MANY / 2);
  await inTime("the model call", held.reached);
  await world.kill();
  held.release();
  await world.start();
  return before + (await atOnce(update, MANY / 2));
}

async function deliverRow(
  world: World,
  {
    what,
    number,
    idOf,
  }: { what: string; number: number; idOf: (index: number) => number },
): Promise<Redelivery> {
  const asker = watchConversation(world, number);
  const updates = Array.from({ length: IN_A_ROW }, (_, index) =>
    updateOf({ id: idOf(index), number, question: "quick" }),
  );
  for (const update of updates) {
    await world.post(update);
    await asker.waitForRest().catch(() => {});
  }
  for (const update of updates) await world.post(update);
  await asker.waitForRest().catch(() => {});
  return {
    what,
    messages: updates.length,
    deliveries: updates.length * 2,
    replies: asker.sent().length,
  };
}
