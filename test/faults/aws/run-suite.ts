import { isSound } from "../judge.ts";
import type { Results } from "../report.ts";
import { takeShare } from "../take-share.ts";
import {
  CALLED_WHEN_TAKEN_OVER,
  PARTS,
  SENT_WHEN_TAKEN_OVER,
  STOOD_STILL,
  Tallies,
} from "../tally.ts";
import { createClock, type Clock } from "./clock.ts";
import { readHistory, type Run } from "./judge-run.ts";
import { createProcess, type MadeRequest } from "./process.ts";
import { pointsOf, rowOf, rowOfEncounter, ROWS } from "./rows.ts";
import {
  createRestlessClock,
  encountersOf,
  runEncounter,
  type Encounter,
} from "./run-encounter.ts";
import { runFault, type Point } from "./run-fault.ts";
import { runRedeliveries } from "./run-redeliveries.ts";
import { createScene } from "./scene.ts";
import type { World } from "./world.ts";

/** Scenes run in parallel. */
const LANES = 16;
const FIRST_NUMBER = 100_000;
/**
 * Stops after that many violations, since waiting for missing messages takes
 * long.
 */
const MAX_UNSOUND = 5;
const WINDOWS = [
  PARTS,
  STOOD_STILL,
  SENT_WHEN_TAKEN_OVER,
  CALLED_WHEN_TAKEN_OVER,
];

/** One run in its own conversation. */
interface Play {
  /** The faulty or first alternating request, as made by healthy processes. */
  readonly request: MadeRequest;
  readonly at: number;
  readonly hasFollower: boolean;
  readonly row: string;
  readonly run: (number: number) => Promise<Run>;
}

/** @param only run rows that contain that text */
export async function runSuite(
  world: World,
  { only, share }: { only: string; share: number },
): Promise<Results> {
  let number = FIRST_NUMBER;
  const plays: Play[] = [];
  for (const hasFollower of [false, true]) {
    const made = await watch(world, {
      number: number++,
      hasFollower,
      clock: createClock(),
    });
    const points = [
      ...pointsOf("http function", made.taking, { hasFollower }),
      ...pointsOf("worker", made.working, { hasFollower }),
    ];
    const renewing = await watch(world, {
      number: number++,
      hasFollower,
      clock: createRestlessClock(),
    });
    const encounters = encountersOf(renewing.working, { hasFollower });
    plays.push(
      ...points.map((point) => toPlay(world, point)),
      ...encounters.map((encounter) => toPlayOfEncounter(world, encounter)),
    );
  }
  const tallies = new Tallies(ROWS, WINDOWS);
  const unsound: string[] = [];
  const runs: Run[] = [];
  const left = [
    ...takeShare(
      plays.filter(({ row }) => row.includes(only)),
      share,
    ),
  ];
  const next = () => (unsound.length < MAX_UNSOUND ? left.shift() : undefined);
  const lane = async (): Promise<void> => {
    for (let play = next(); play; play = next()) {
      const run = await play.run(number++);
      tallies.add(play.row, run.verdict, run);
      runs.push(run);
      const isAtPoint =
        run.struck !== undefined && isSame(run.struck, play.request);
      if (!isSound(run.verdict) || !isAtPoint)
        unsound.push(describeRun({ play, run }));
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
    row: rowOf(point, point.request),
    run: (number) => runFault(world, { number, point }),
  };
}

function toPlayOfEncounter(world: World, encounter: Encounter): Play {
  return {
    ...encounter,
    row: rowOfEncounter(encounter.request),
    run: (number) => runEncounter(world, { number, encounter }),
  };
}

/** Records the requests of healthy processes. */
async function watch(
  world: World,
  options: { number: number; hasFollower: boolean; clock: Clock },
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

/** Turn ids start with the six digits of their conversation. */
function isSame(made: MadeRequest, expected: MadeRequest): boolean {
  const nameOf = ({ name }: MadeRequest) =>
    name.replace(/#\d{6}(?=\d(?!\d))/, "#");
  return made.kind === expected.kind && nameOf(made) === nameOf(expected);
}

function describeRun({ play, run }: { play: Play; run: Run }): string {
  const wrong = Object.entries(run.verdict).flatMap(([name, isSo]) =>
    isSo ? [name] : [],
  );
  const { struck, history, scene } = run;
  const { sent, calls } = scene.chat;
  const place = `request ${play.at}, ${struck?.name ?? "never made"} (${play.request.name} in a healthy process)`;
  return `${play.row}: ${place}${play.hasFollower ? ", with a message waiting" : ""}: ${wrong.join(", ")}; sent: ${sent.join(", ")}; calls: ${calls.join(", ")}; history: ${history.join(" / ")}`;
}
