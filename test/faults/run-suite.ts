import { callsOf, watchConversation } from "./conversation-watch.ts";
import { isSound, type Verdict } from "./judge.ts";
import type { Run } from "./list-runs.ts";
import type { Results } from "./report.ts";
import { runRedeliveries } from "./run-redelivery.ts";
import { takeShare } from "./take-share.ts";
import { Tallies } from "./tally.ts";
import type { World } from "./world.ts";

/**
 * Stops after that many violations, since waiting for missing messages takes
 * long.
 */
const MAX_UNSOUND = 5;

/** The turn did not reach the point, so nothing was killed. */
const NEVER_THERE: Verdict = {
  isLost: true,
  isTwice: false,
  isTwiceInWindow: false,
  isOutOfOrder: false,
  isHistoryBroken: false,
  isRepeated: false,
  isNeighbourHurt: false,
};

/**
 * Makes all runs in new conversations; each world takes the next run when it is
 * free.
 */
export async function runSuite(
  worlds: readonly World[],
  {
    all,
    only,
    share,
    redelivers,
  }: {
    all: readonly Run[];
    only: string;
    share: number;
    /** Whether messages are also redelivered while nothing fails. */
    redelivers: boolean;
  },
): Promise<Results> {
  const runs = takeShare(
    all.filter(({ row }) => row.includes(only)),
    share,
  );
  const tallies = new Tallies(runs.map(({ row }) => row));
  const queue = [...runs];
  const unsound: string[] = [];
  let number = 100_000;

  const work = async (world: World): Promise<ReadonlyMap<string, string>> => {
    const states = new Map<string, string>();
    for (;;) {
      const next = unsound.length < MAX_UNSOUND ? queue.shift() : undefined;
      if (next === undefined) return states;
      const own = (number += 2);
      const verdict = await next.run(world, own).catch(async (error) => {
        console.error(error);
        await world.kill();
        await world.start();
        return NEVER_THERE;
      });
      tallies.add(next.row, verdict, next.faultCase);
      if (!isSound(verdict)) {
        const what = describe(verdict, next, {
          calls: callsOf(world, own),
          sent: watchConversation(world, own).sent(),
        });
        unsound.push(what);
        console.error(what, world.log());
      }
      const names = next.nameOf ? [next.nameOf(world, own)] : namesOf(own);
      for (const name of names) {
        const { stored } = await world.readState(name);
        if (stored !== "") states.set(name, stored);
      }
      await world.kill();
    }
  };

  const states = await Promise.all(worlds.map(work));
  const [world] = worlds;
  const redeliveries =
    redelivers && world !== undefined
      ? await runRedeliveries(world, number + 2)
      : [];
  const changes = await Promise.all(
    worlds.map((each, index) => countChanged(each, states[index] ?? new Map())),
  );
  return {
    tallies: tallies.rows,
    windows: tallies.windows,
    redeliveries,
    unsound,
    lookedAtAgain: {
      all: states.reduce((sum, { size }) => sum + size, 0),
      changed: changes.reduce((sum, changed) => sum + changed, 0),
    },
  };
}

/** Counts conversations that have changed since their runs ended. */
async function countChanged(
  world: World,
  states: ReadonlyMap<string, string>,
): Promise<number> {
  await world.kill();
  await world.start();
  let changed = 0;
  for (const [name, state] of states) {
    const { stored } = await world.readState(name);
    if (stored !== state) changed++;
  }
  return changed;
}

/** One line with the run, its violations, its calls and what Telegram shows. */
function describe(
  verdict: Verdict,
  { row, faultCase: { fault }, details }: Run,
  { calls, sent }: Readonly<Record<"calls" | "sent", readonly string[]>>,
): string {
  const wrong = Object.entries(verdict).flatMap(([name, isSo]) =>
    isSo ? [name] : [],
  );
  const when = fault.kind === "inside" ? ` (${fault.when})` : "";
  return `${row}${when}, ${details}: ${wrong.join(", ")}; calls: ${calls.join(", ")}; sent: ${sent.join(", ")}`;
}

/** The conversations that a run of that number may have used. */
function namesOf(number: number): readonly string[] {
  return [
    `telegram:${number}`,
    `telegram:${number + 1}`,
    `webhook:faults:${number}`,
  ];
}
