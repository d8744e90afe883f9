import { isSound } from "../judge.ts";
import type { Results } from "../report.ts";
import { PARTS, STOOD_STILL, Tallies } from "../tally.ts";
import { createProcess, type MadeRequest } from "./process.ts";
import { ROWS, pointsOf, rowOf } from "./rows.ts";
import { type Point, readHistory, type Run, runFault } from "./run-fault.ts";
import { runRedeliveries } from "./run-redeliveries.ts";
import { createScene } from "./scene.ts";
import type { World } from "./world.ts";

/** Scenes that are played side by side. */
const LANES = 16;
const FIRST_NUMBER = 100_000;

/** @param only rows with that text alone */
export async function runSuite(
  world: World,
  { only }: { only: string },
): Promise<Results> {
  let number = FIRST_NUMBER;
  const points: Point[] = [];
  for (const hasFollower of [false, true]) {
    const made = await watch(world, { number: number++, hasFollower });
    points.push(
      ...pointsOf("http function", made.taking, { hasFollower }),
      ...pointsOf("worker", made.working, { hasFollower }),
    );
  }
  const tallies = new Tallies(ROWS, [PARTS, STOOD_STILL]);
  const unsound: string[] = [];
  const runs: Run[] = [];
  const play = async (point: Point): Promise<void> => {
    const run = await runFault(world, { number: number++, point });
    const { struck, verdict, inWindow } = run;
    const row = rowOf(point, struck ?? point.request);
    const window = point.fault.startsWith("halts") ? STOOD_STILL : PARTS;
    tallies.add(row, verdict, { inWindow, window });
    runs.push(run);
    if (!isSound(verdict)) unsound.push(describeRun(row, { point, run }));
  };
  const left = points.filter((point) =>
    rowOf(point, point.request).includes(only),
  );
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await play(next);
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

/** What healthy processes ask for. */
async function watch(
  world: World,
  options: { number: number; hasFollower: boolean },
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
  { point, run }: { point: Point; run: Run },
): string {
  const wrong = Object.entries(run.verdict).flatMap(([name, isSo]) =>
    isSo ? [name] : [],
  );
  const { sent, calls } = run.scene.chat;
  return `${row}: request ${point.at}, ${run.struck?.name ?? "never made"}${point.hasFollower ? ", with a message behind it" : ""}: ${wrong.join(", ")}; sent: ${sent.join(", ")}; calls: ${calls.join(", ")}; history: ${run.history.join(" / ")}`;
}
