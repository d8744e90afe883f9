import { PARTS, STOOD_STILL } from "../tally.ts";
import { findNext } from "./find-next.ts";
import { judgeRun, type Run, type Spoilt } from "./judge-run.ts";
import { createProcess, type Fault, type MadeRequest } from "./process.ts";
import { createScene, type Scene } from "./scene.ts";
import type { World } from "./world.ts";

/** The function, request and fault of a run. */
export interface Point {
  readonly who: "worker" | "http function";
  readonly fault: Fault;
  /** 1-based. */
  readonly at: number;
  /** That request in a healthy process. */
  readonly request: MadeRequest;
  /** Whether the user's next message waits for the turn to end. */
  readonly hasFollower: boolean;
}

export async function runFault(
  world: World,
  { number, point }: { number: number; point: Point },
): Promise<Run> {
  const { hasFollower, who } = point;
  const scene = await createScene(world, { number, hasFollower });
  const spoilt =
    who === "worker"
      ? await spoilWork(scene, { number, point })
      : await spoilTaking(scene, point);
  await scene.settle();
  return judgeRun(scene, { hasFollower, spoilt });
}

async function spoilTaking(scene: Scene, point: Point): Promise<Spoilt> {
  const process = createProcess(point);
  const isAccepted = await scene.take(process).catch(() => false);
  // Telegram resends what was not accepted.
  if (!isAccepted || process.isDead()) await scene.take(createProcess());
  const struck = process.requests[point.at - 1];
  return { struck, mayRepeat: [], window: PARTS, inWindow: undefined };
}

async function spoilWork(
  scene: Scene,
  { number, point }: { number: number; point: Point },
): Promise<Spoilt> {
  await scene.take(createProcess());
  const message = await scene.receive();
  if (message === undefined) throw new Error("Nothing was queued.");
  const process = createProcess(point);
  const running = scene.run(process, message);
  const standsStill = point.fault.startsWith("halts");
  const struck = await Promise.race([
    process.struck,
    running.then(() => undefined),
  ]);
  if (!standsStill) await running;
  const next = await findNext(scene.memory, number);
  const { sent, calls } = scene.chat;
  const hasMade = (made: readonly string[]) => (name: string) =>
    standsStill || made.includes(name);
  const spoilt = {
    struck,
    window: standsStill ? STOOD_STILL : PARTS,
    mayRepeat: next.calls.filter(hasMade(calls)),
    inWindow: next.parts.find(hasMade(sent)),
  };
  // The visibility timeout ends, then the lease: another worker takes over
  // both.
  if (standsStill) await scene.settle();
  process.release();
  await running;
  return spoilt;
}
