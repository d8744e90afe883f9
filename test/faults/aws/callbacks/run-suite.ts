import { writeTable } from "../../report.ts";
import { takeShare } from "../../take-share.ts";
import { createProcess } from "../process.ts";
import { pointsOf, rowOf, type Point, type Who } from "./points.ts";
import { createCallbackScene, type CallbackScene } from "./scene.ts";
import type { CallbackWorld } from "./world.ts";

/** Scenes run in parallel. */
const LANES = 16;

interface Tally {
  runs: number;
  lost: number;
  twiceUnderAnotherId: number;
  twice: number;
  twiceInWindow: number;
  unfinished: number;
}

export interface CallbackResults {
  readonly rows: readonly (Tally & { readonly row: string })[];
  /** One line each. */
  readonly broken: readonly string[];
}

/** Injects a fault into each request for a message with a callback. */
export async function runCallbackSuite(
  world: CallbackWorld,
  share: number,
): Promise<CallbackResults> {
  let number = 1;
  const all = await findPoints(
    await createCallbackScene(world, { number: number++ }),
  );
  const points = takeShare(
    all.map((point) => ({ ...point, row: rowOf(point) })),
    share,
  );
  const tallies = new Map<string, Tally>();
  const broken: string[] = [];
  for (const point of points) tallies.set(point.row, createTally());
  const left = [...points];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const scene = await createCallbackScene(world, { number: number++ });
      const verdict = await play(scene, next);
      const tally = tallies.get(next.row);
      if (tally !== undefined) count(tally, verdict);
      const wrong = namesOfWrong(verdict);
      if (wrong.length > 0)
        broken.push(`${next.row}, ${next.at}: ${wrong.join(", ")}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    rows: [...tallies].map(([row, tally]) => ({ row, ...tally })),
    broken,
  };
}

/** Formats a Markdown table. */
export function writeCallbackReport({ rows }: CallbackResults): string {
  const all = { ...createTally(), row: "**All**" };
  for (const row of rows) {
    all.runs += row.runs;
    all.lost += row.lost;
    all.twiceUnderAnotherId += row.twiceUnderAnotherId;
    all.twice += row.twice;
    all.twiceInWindow += row.twiceInWindow;
    all.unfinished += row.unfinished;
  }
  return writeTable(
    [
      "Callbacks",
      "Runs",
      "Lost",
      "Twice, with another `webhook-id`",
      "Twice",
      "Twice in the window",
      "Left unfinished",
    ],
    [...rows, all].map((tally) => [
      tally.row,
      tally.runs,
      tally.lost,
      tally.twiceUnderAnotherId,
      tally.twice,
      tally.twiceInWindow,
      tally.unfinished,
    ]),
  );
}

/** All faults of the requests that healthy processes make. */
async function findPoints(scene: CallbackScene): Promise<readonly Point[]> {
  const taking = createProcess();
  const answering = createProcess();
  const telling = createProcess();
  await scene.take(taking);
  await scene.runTurn(answering);
  await scene.runCallback(telling);
  if (scene.told.length !== 1) throw new Error("The healthy way is broken.");
  return [
    ...pointsOf("http function", taking.requests),
    ...pointsOf("turn's worker", answering.requests),
    ...pointsOf("callback's worker", telling.requests),
  ];
}

type Verdict = Readonly<Record<Exclude<keyof Tally, "runs">, boolean>>;

async function play(
  scene: CallbackScene,
  { who, fault, at, isInWindow }: Point,
): Promise<Verdict> {
  const spoilt = createProcess({ at, fault });
  const processOf = (other: Who) => (who === other ? spoilt : createProcess());
  // The caller resends what was not accepted.
  const isAccepted = await scene.take(processOf("http function"));
  if (!isAccepted || spoilt.isDead()) await scene.take(createProcess());
  await scene.runTurn(processOf("turn's worker"));
  await scene.runCallback(processOf("callback's worker"));
  await scene.settle();
  const { turn, callback, isIdle } = await scene.look();
  const isTwice = scene.told.length > 1;
  return {
    lost: scene.told.length === 0 || spoilt.requests.length < at,
    twiceUnderAnotherId: new Set(scene.told).size > 1,
    twice: isTwice && !isInWindow,
    twiceInWindow: isTwice && isInWindow,
    unfinished:
      turn?.status !== "delivered" ||
      callback?.status !== "delivered" ||
      !isIdle,
  };
}

function namesOfWrong(verdict: Verdict): string[] {
  return Object.entries({ ...verdict, twiceInWindow: false }).flatMap(
    ([name, isSo]) => (isSo ? [name] : []),
  );
}

function count(tally: Tally, verdict: Verdict): void {
  tally.runs++;
  tally.lost += Number(verdict.lost);
  tally.twiceUnderAnotherId += Number(verdict.twiceUnderAnotherId);
  tally.twice += Number(verdict.twice);
  tally.twiceInWindow += Number(verdict.twiceInWindow);
  tally.unfinished += Number(verdict.unfinished);
}

function createTally(): Tally {
  return {
    runs: 0,
    lost: 0,
    twiceUnderAnotherId: 0,
    twice: 0,
    twiceInWindow: 0,
    unfinished: 0,
  };
}
