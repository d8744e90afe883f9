import { MAX_ATTEMPTS } from "../../src/runtime/backoff.ts";
import { callsOf } from "./conversation-watch.ts";
import { isSound, type Verdict } from "./judge.ts";
import type { Results } from "./report.ts";
import { CALLBACK, runCallbackFault } from "./run-callback-fault.ts";
import { CHAT_FAULTS, runChatFault } from "./run-chat-fault.ts";
import { DISTURBANCES } from "./run-disturbance.ts";
import { runFault, VARIANTS } from "./run-fault.ts";
import { GROWING_FAULTS, runGrowingFault } from "./run-growing-fault.ts";
import { runRedeliveries } from "./run-redelivery.ts";
import { runScene } from "./run-scene.ts";
import { isOnWebhookWay, runWebhookFault } from "./run-webhook-fault.ts";
import { runWithdrawal, WITHDRAWAL } from "./run-withdrawal.ts";
import { runWornOut } from "./run-worn-out.ts";
import { SCENES } from "./scenes.ts";
import { takeShare } from "./take-share.ts";
import { Tallies } from "./tally.ts";
import { faultsOnTheWay, type FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/**
 * Rows whose faults are repeated at each attempt of a turn until it is given
 * up.
 */
const WEARING = ["before model call 1", "after recalling the history"];

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

/** One or several kills of the same turn, and their outcome. */
interface Run {
  readonly row: string;
  readonly faultCase: FaultCase;
  readonly details: string;
  /** Uses the new conversations `number` and `number + 1`. */
  readonly run: (world: World, number: number) => Promise<Verdict>;
  /** The conversation, if it is neither Telegram's nor the HTTP channel's. */
  readonly nameOf?: (world: World, number: number) => string;
}

/**
 * Makes all runs in new conversations; each world takes the next run when it is
 * free.
 */
export async function runSuite(
  worlds: readonly World[],
  { only, share }: { only: string; share: number },
): Promise<Results> {
  const runs = takeShare(
    listRuns().filter(({ row }) => row.includes(only)),
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
        const what = describe(verdict, next, callsOf(world, own));
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
    only === "" && world !== undefined
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

function listRuns(): readonly Run[] {
  const cases = faultsOnTheWay();
  const telegram = VARIANTS.flatMap((variant) =>
    cases
      .filter(({ isAtWork }) => isAtWork || variant !== "with another message")
      .map((faultCase) => ({
        row: faultCase.row,
        faultCase,
        details: variant,
        run: (world: World, number: number) =>
          runFault(world, faultCase, { variant, number }),
      })),
  );
  const webhook = cases.filter(isOnWebhookWay).map((faultCase) => ({
    row: faultCase.row,
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runWebhookFault(world, faultCase, number),
  }));
  const wornOut = cases
    .filter(({ row }) => WEARING.includes(row))
    .map((faultCase) => ({
      row: `at each of ${MAX_ATTEMPTS} attempts: ${faultCase.row}`,
      faultCase,
      details: "worn out",
      run: (world: World, number: number) =>
        runWornOut(world, faultCase, number),
    }));
  const inScenes = SCENES.flatMap((scene) =>
    scene.faults.map((faultCase) => ({
      row: `${scene.name}: ${faultCase.row}`,
      faultCase,
      details: scene.name,
      run: (world: World, number: number) =>
        runScene(world, scene, { faultCase, number }),
    })),
  );
  const withdrawn = WITHDRAWAL.map((faultCase) => ({
    row: `withdrawn: ${faultCase.row}`,
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runWithdrawal(world, faultCase, number),
  }));
  const callbacks = CALLBACK.map((faultCase) => ({
    row: `callback: ${faultCase.row}`,
    faultCase,
    details: "by HTTP",
    run: (world: World, number: number) =>
      runCallbackFault(world, faultCase, number),
  }));
  const chats = CHAT_FAULTS.map(({ chat, row, faultCase }) => ({
    row,
    faultCase,
    details: faultCase.row,
    nameOf: ({ chats: all }: World, number: number) =>
      all[chat.platform].conversation(number),
    run: (world: World, number: number) =>
      runChatFault(world, chat, { faultCase, number }),
  }));
  const growing = GROWING_FAULTS.map((each) => ({
    row: each.row,
    faultCase: each.faultCase,
    details: each.faultCase.row,
    nameOf: ({ chats: all }: World, number: number) =>
      all[each.chat.platform].conversation(number, each.chat),
    run: (world: World, number: number) => runGrowingFault(world, each, number),
  }));
  const disturbed = DISTURBANCES.map((disturbance) => ({
    ...disturbance,
    details: disturbance.faultCase.row,
  }));
  return [
    ...telegram,
    ...webhook,
    ...wornOut,
    ...inScenes,
    ...withdrawn,
    ...callbacks,
    ...chats,
    ...growing,
    ...disturbed,
  ];
}

/** One line with the run, its violations and its calls. */
function describe(
  verdict: Verdict,
  { row, faultCase: { fault }, details }: Run,
  calls: readonly string[],
): string {
  const wrong = Object.entries(verdict).flatMap(([name, isSo]) =>
    isSo ? [name] : [],
  );
  const when = fault.kind === "inside" ? ` (${fault.when})` : "";
  return `${row}${when}, ${details}: ${wrong.join(", ")}; calls: ${calls.join(", ")}`;
}

/** The conversations that a run of that number may have used. */
function namesOf(number: number): readonly string[] {
  return [
    `telegram:${number}`,
    `telegram:${number + 1}`,
    `webhook:faults:${number}`,
  ];
}
