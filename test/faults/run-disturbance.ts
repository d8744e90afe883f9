import { eventually } from "../e2e/wrangler-dev.ts";
import { historyOf, watchConversation } from "./conversation-watch.ts";
import { inTime, PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { LONG_REPLY, updateOf } from "./script.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** A disturbance of a process that survives it. */
interface Disturbance {
  readonly row: string;
  readonly faultCase: FaultCase;
  readonly run: (world: World, number: number) => Promise<Verdict>;
}

/**
 * Points of a turn at which a deploy resets its object: its memory is lost, and
 * pending work throws.
 */
const RESET_AT = [
  "after openTurn",
  "before alarm",
  "after beginAttempt",
  "after saveSteps 0 actions",
  "after saveSteps 1 observation",
  "before commitTurn",
  "after commitTurn",
  "before noteSent 0",
  "after noteSent 1",
  "before closeTurn",
  "after closeTurn",
] as const;

/** How far the clock jumps during a model call. */
const JUMPS: readonly (readonly [string, number])[] = [
  ["an hour back", -HOUR_MS],
  ["a day ahead", 24 * HOUR_MS],
  ["a year ahead", YEAR_MS],
];

const CALLS = ["model call 1", "model call 2", "part 2"] as const;

export const DISTURBANCES: readonly Disturbance[] = [
  ...RESET_AT.map((point): Disturbance => {
    const faultCase = caseOf({ row: `deployed ${point}`, point });
    return {
      row: "a deploy resets the object",
      faultCase,
      run: (world, number) => runDeploy(world, faultCase, number),
    };
  }),
  ...JUMPS.flatMap(([label, byMs]) =>
    CALLS.map((call): Disturbance => {
      const row = `the clock jumps ${label}`;
      return {
        row,
        faultCase: caseOf({ row: `${row}, at ${call}`, point: call }),
        run: (world, number) => runJump(world, { call, byMs, number }),
      };
    }),
  ),
];

/** A call repeated after its object's reset does not count as forgotten. */
function caseOf({ row, point }: { row: string; point: string }): FaultCase {
  return {
    row,
    fault: { kind: "inside", point, when: "reset" },
    mayRepeat: new Set(
      /openTurn|alarm|beginAttempt/.test(point)
        ? ["model call 1"]
        : point === "before commitTurn"
          ? ["model call 3"]
          : [],
    ),
    ...(point === "before noteSent 0" && { inWindow: "part 1" }),
    ...(point === "before closeTurn" && { inWindow: "part 3" }),
    isAtWork: true,
  };
}

async function runDeploy(
  world: World,
  { fault, mayRepeat, inWindow }: FaultCase,
  number: number,
): Promise<Verdict> {
  const { conversation } = watchConversation(world, number);
  if (fault.kind !== "inside") throw new Error("A deploy is inside.");
  const { point, when } = fault;
  await world.start({ conversation, point, when });
  return play(world, { number, mayRepeat, inWindow });
}

async function runJump(
  world: World,
  { call, byMs, number }: { call: string; byMs: number; number: number },
): Promise<Verdict> {
  await world.start();
  const hold = world.hold({ number, name: call }, "asked");
  const playing = play(world, { number, mayRepeat: new Set() });
  await inTime(call, hold.reached);
  await world.setClockAhead(byMs);
  hold.release();
  return playing;
}

/**
 * Sends the long question, the quick one, and both again: all must be as if
 * undisturbed.
 */
async function play(
  world: World,
  {
    number,
    mayRepeat,
    inWindow,
  }: {
    number: number;
    mayRepeat: ReadonlySet<string>;
    inWindow?: string | undefined;
  },
): Promise<Verdict> {
  const asker = watchConversation(world, number);
  const ids = { first: number * 10 + 2, second: number * 10 + 1 };
  const first = updateOf({ id: ids.first, number, question: "long" });
  const second = updateOf({ id: ids.second, number, question: "quick" });
  const follow = async (): Promise<void> => {
    // Telegram resends what was not answered with 200.
    await world.post(first).catch(() => world.post(first));
    await asker.waitForSent(LONG_REPLY);
    await world.post(second);
    await asker.waitForSent(["quick answer"]);
    for (const update of [first, second]) await world.post(update);
    await eventually(
      "rest",
      () => asker.waitForRest().then(() => true),
      PATIENCE,
    );
  };
  // The judge reports what is missing.
  await follow().catch(() => {});
  return judge(await asker.gather(), {
    sent: [...LONG_REPLY, "quick answer"],
    history: [
      ...historyOf(ids.first, "long", number),
      ...historyOf(ids.second, "quick", number),
    ],
    kills: 1,
    mayRepeat,
    inWindow,
  });
}
