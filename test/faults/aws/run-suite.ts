import { isSound } from "../judge.ts";
import type { Results } from "../report.ts";
import { PARTS, STOOD_STILL, Tallies } from "../tally.ts";
import { createProcess, type MadeRequest } from "./process.ts";
import { readHistory, type Run } from "./judge-run.ts";
import { ROWS, pointsOf, rowOf, rowOfEncounter } from "./rows.ts";
import {
  type Encounter,
  encountersOf,
  runEncounter,
  SHORT_LEASE_MS,
} from "./run-encounter.ts";
import { type Point, runFault } from "./run-fault.ts";
import { runRedeliveries } from "./run-redeliveries.ts";
import { createScene } from "./scene.ts";
import type { World } from "./world.ts";

/** Scenes that are played side by side. */
const LANES = 16;
const FIRST_NUMBER = 100_000;
/** On a busy machine, too, nothing is renewed that would not be renewed elsewhere. */
const LONG_LEASE_MS = 60_000;

/** One way in which it goes, to be played in a conversation of its own. */
interface Play {
  /** What goes wrong, or from where on, in healthy processes. */
  readonly request: MadeRequest;
  readonly at: number;
  readonly hasFollower: boolean;
  readonly rowFor: (request: MadeRequest) => string;
  /** Where a part may be sent once more. */
  readonly window: string;
  readonly run: (number: number) => Promise<Run>;
}

/** @param only rows with that text alone */
export async function runSuite(
  world: World,
  { only }: { only: string },
): Promise<Results> {
  let number = FIRST_NUMBER;
  const plays: Play[] = [];
  for (const hasFollower of [false, true]) {
    const made = await watch(world, {
      number: number++,
      hasFollower,
      leaseMs: LONG_LEASE_MS,
    });
    const points = [
      ...pointsOf("http function", made.taking, { hasFollower }),
      ...pointsOf("worker", made.working, { hasFollower }),
    ];
    const renewing = await watch(world, {
      number: number++,
      hasFollower,
      leaseMs: SHORT_LEASE_MS,
    });
    const encounters = encountersOf(renewing.working, { hasFollower });
    plays.push(
      ...points.map((point) => toPlay(world, point)),
      ...encounters.map((encounter) => toPlayOfEncounter(world, encounter)),
    );
  }
  const tallies = new Tallies(ROWS, [PARTS, STOOD_STILL]);
  const unsound: string[] = [];
  const runs: Run[] = [];
  const left = plays.filter(({ request, rowFor }) =>
    rowFor(request).includes(only),
  );
  const lane = async (): Promise<void> => {
    for (let play = left.shift(); play; play = left.shift()) {
      const { rowFor, window } = play;
      const run = await play.run(number++);
      const { struck, verdict, inWindow } = run;
      const row = rowFor(struck ?? play.request);
      tallies.add(row, verdict, { inWindow, window });
      runs.push(run);
      if (!isSound(verdict)) unsound.push(describeRun(row, { play, run }));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const redeliveries =
    only === "" ? await runRedeliveries(world, { number }) : [];
  return {
    tallies: tallies.rows,
    windows: tallies.windows,
    redeliveries,
    unsound,
    lookedAtAgain: { all: runs.length, changed: await countChanged(runs) },
  };
}

function toPlay(world: World, point: Point): Play {
  return {
    ...point,
    rowFor: (request) => rowOf(point, request),
    window: point.fault.startsWith("halts") ? STOOD_STILL : PARTS,
    run: (number) => runFault(world, { number, point }),
  };
}

function toPlayOfEncounter(world: World, encounter: Encounter): Play {
  return {
    ...encounter,
    rowFor: rowOfEncounter,
    window: STOOD_STILL,
    run: (number) => runEncounter(world, { number, encounter }),
  };
}

/** What healthy processes ask for. */
async function watch(
  world: World,
  options: { number: number; hasFollower: boolean; leaseMs: number },
): Promise<{
  taking: readonly MadeRequest[];
  working: readonly MadeRequest[];
}> {
  const scene = await createScene(world, options);
  const taking = createProcess();
  await scene.take(taking);
  const message = await scene.receive();
  if (message === undefined) throw new Error("Nothing was queued.");
  const working = createProcess();
  await scene.run(working, message);
  await scene.settle();
  return { taking: taking.requests, working: working.requests };
}

async function countChanged(runs: readonly Run[]): Promise<number> {
  let changed = 0;
  for (const { scene, history } of runs) {
    const now = await readHistory(scene.memory, scene);
    if (now.join("\n") !== history.join("\n")) changed++;
  }
  return changed;
}

function describeRun(
  row: string,
  { play, run }: { play: Play; run: Run },
): string {
  const wrong = Object.entries(run.verdict).flatMap(([name, isSo]) =>
    isSo ? [name] : [],
  );
  const { sent, calls } = run.scene.chat;
  return `${row}: request ${play.at}, ${run.struck?.name ?? "never made"}${play.hasFollower ? ", with a message behind it" : ""}: ${wrong.join(", ")}; sent: ${sent.join(", ")}; calls: ${calls.join(", ")}; history: ${run.history.join(" / ")}`;
}
