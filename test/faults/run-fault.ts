import {
  historyOf,
  watchConversation,
  type ConversationWatch,
} from "./conversation-watch.ts";
import { inTime } from "./in-time.ts";
import { isSound, judge, type Verdict } from "./judge.ts";
import { LONG_REPLY, updateOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/**
 * - `once`: killed at the point
 * - `twice`: killed there again when the turn reaches it again
 * - `with another message`: killed once, while the user's next message waits
 */
export const VARIANTS = ["once", "twice", "with another message"] as const;
export type Variant = (typeof VARIANTS)[number];

/**
 * A message that waits is answered by itself, also where the one before it is
 * tried again without a step, which would answer both at once.
 */
const APART = { TURN_MERGE: "off" };

const QUICK_REPLY = ["quick answer"];

/**
 * Sends a long question whose process is killed at the fault's point while
 * another conversation's quick question is being answered; then a quick
 * question to check that the conversation continues, and the first update
 * again. Uses the new conversations `number` and `number + 1`. Throws if the
 * turn never reaches the point.
 */
export async function runFault(
  world: World,
  { fault, mayRepeat, inWindow }: FaultCase,
  { variant, number }: { variant: Variant; number: number },
): Promise<Verdict> {
  // Descending ids: nothing may depend on their order.
  const ids = { first: number * 10 + 2, second: number * 10 + 1 };
  const first = updateOf({ id: ids.first, number, question: "long" });
  const second = updateOf({ id: ids.second, number, question: "quick" });
  const neighbour = updateOf({
    id: number,
    number: number + 1,
    question: "quick",
  });
  const asker = watchConversation(world, number);
  const other = watchConversation(world, number + 1);
  const target = {
    number,
    conversation: asker.conversation,
    variables: APART,
  };
  let kills = 0;
  let deaths = 0;

  const otherHeld = holdModel(world, number + 1, "quick model call");
  const trap = await setTrap(world, fault, target);
  await world.post(neighbour);
  await inTime("the other conversation's turn", otherHeld.reached);
  const accepted =
    variant === "with another message"
      ? postBoth(world, { first, second, number })
      : world.post(first);
  await springThere(trap, accepted);
  kills++;
  deaths++;

  if (variant === "twice") {
    const again = await setTrap(world, fault, target);
    const isThere = await Promise.race([
      again.reached.then(() => true),
      isOver(asker).then(() => false),
    ]);
    await again.spring();
    if (isThere) kills++;
    deaths++;
  }

  await world.start(undefined, APART);
  const follow = async (): Promise<void> => {
    await asker.waitForSent(LONG_REPLY);
    await accepted;
    otherHeld.release();
    await other.waitForSent(QUICK_REPLY);
    await world.post(first);
    await world.post(second);
    await asker.waitForSent(QUICK_REPLY);
    await world.post(first);
    await asker.waitForRest();
    await other.waitForRest();
  };
  // The judge reports what is missing.
  await follow().catch(() => {});
  otherHeld.release();

  const verdict = judge(await asker.gather(), {
    sent: [...LONG_REPLY, ...QUICK_REPLY],
    history: [
      ...historyOf(ids.first, "long", number),
      ...historyOf(ids.second, "quick", number),
    ],
    kills,
    mayRepeat,
    inWindow,
  });
  const otherVerdict = judge(await other.gather(), {
    sent: QUICK_REPLY,
    history: historyOf(number, "quick", number + 1),
    kills: deaths,
    mayRepeat: new Set(["quick model call"]),
  });
  return { ...verdict, isNeighbourHurt: !isSound(otherVerdict) };
}

function holdModel(world: World, number: number, name: string) {
  return world.hold({ number, name }, "asked");
}

/** The second message arrives while the first turn waits for the model. */
async function postBoth(
  world: World,
  {
    first,
    second,
    number,
  }: {
    first: Parameters<World["post"]>[0];
    second: Parameters<World["post"]>[0];
    number: number;
  },
): Promise<void> {
  const held = holdModel(world, number, "model call 1");
  await world.post(first);
  await inTime("the first model call", held.reached);
  await world.post(second);
  held.release();
}

async function isOver(asker: ConversationWatch): Promise<void> {
  await asker.waitForSent(LONG_REPLY);
  await asker.waitForRest();
}
