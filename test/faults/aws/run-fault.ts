import type { DynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import { type Evidence, isSound, judge, type Verdict } from "../judge.ts";
import {
  LONG,
  LONG_REPLY,
  NEIGHBOURS,
  NEIGHBOURS_REPLY,
  QUICK,
  QUICK_REPLY,
} from "./chat.ts";
import { createProcess, type Fault, type MadeRequest } from "./process.ts";
import { createScene, type Scene } from "./scene.ts";
import type { World } from "./world.ts";

/** Which request of which function goes wrong, and how. */
export interface Point {
  readonly who: "worker" | "http function";
  readonly fault: Fault;
  /** Counts from 1. */
  readonly at: number;
  /** What that request is in a healthy process. */
  readonly request: MadeRequest;
  /** Whether the person's next message waits behind the turn. */
  readonly hasFollower: boolean;
}

export interface Run {
  /** `undefined` where the process never came to it. */
  readonly struck: MadeRequest | undefined;
  readonly verdict: Verdict;
  /** What may have been sent once more. */
  readonly inWindow: string | undefined;
  /** What the conversation holds. */
  readonly history: readonly string[];
  readonly scene: Scene;
}

export async function runFault(
  world: World,
  { number, point }: { number: number; point: Point },
): Promise<Run> {
  const { hasFollower, who } = point;
  const scene = await createScene(world, { number, hasFollower });
  const { struck, mayRepeat, inWindow } =
    who === "worker"
      ? await spoilWork(scene, { number, point })
      : await spoilTaking(scene, point);
  await scene.settle();
  const history = await readHistory(scene.memory, scene);
  const evidence = {
    sent: scene.chat.sent.filter((name) => name !== NEIGHBOURS_REPLY),
    calls: scene.chat.calls,
    history,
  };
  const verdict = judge(evidence, {
    sent: [...LONG_REPLY, ...(hasFollower ? [QUICK_REPLY] : [])],
    history: [
      LONG,
      LONG_REPLY.join(" "),
      ...(hasFollower ? [QUICK, QUICK_REPLY] : []),
    ],
    kills: 1,
    mayRepeat: new Set(mayRepeat),
    inWindow,
  });
  return {
    struck,
    verdict: {
      ...verdict,
      isLost: verdict.isLost || struck === undefined,
      isNeighbourHurt: !isSound(judge(await lookAtNeighbour(scene), NEIGHBOUR)),
    },
    inWindow,
    history,
    scene,
  };
}

const NEIGHBOUR = {
  sent: [NEIGHBOURS_REPLY],
  history: [NEIGHBOURS, NEIGHBOURS_REPLY],
  kills: 0,
};

async function lookAtNeighbour(scene: Scene): Promise<Evidence> {
  const { sent, calls } = scene.chat;
  return {
    sent: sent.filter((name) => name === NEIGHBOURS_REPLY),
    calls: calls.filter((name) => name.startsWith("neighbour")),
    history: await readHistory(scene.neighboursMemory, scene),
  };
}

/** Its messages, and whatever is left open, which is never as it should be. */
export async function readHistory(
  memory: DynamoMemory,
  scene: Scene,
): Promise<readonly string[]> {
  const { messages = [] } = (await memory.read()) ?? {};
  const open = await memory.nextTurn();
  const left = await scene.countLeft();
  return [
    ...messages.map(({ text }) => text),
    ...(open === undefined ? [] : [`open: ${open.message.text}`]),
    ...(left === 0 ? [] : [`messages in the queue: ${left}`]),
  ];
}

interface Spoilt {
  readonly struck: MadeRequest | undefined;
  /** A call that was under way. */
  readonly mayRepeat: readonly string[];
  readonly inWindow: string | undefined;
}

async function spoilTaking(scene: Scene, point: Point): Promise<Spoilt> {
  const process = createProcess(point);
  const isAccepted = await scene.take(process).catch(() => false);
  // Telegram sends what was not accepted again.
  if (!isAccepted || process.isDead()) await scene.take(createProcess());
  const struck = process.requests[point.at - 1];
  return { struck, mayRepeat: [], inWindow: undefined };
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
    mayRepeat: next.calls.filter(hasMade(calls)),
    inWindow: next.parts.find(hasMade(sent)),
  };
  // The time for which the message is hidden runs out, then the lease: another worker has both.
  if (standsStill) await scene.settle();
  process.release();
  await running;
  return spoilt;
}

/** What comes next of both turns, as far as is stored. */
async function findNext(
  memory: DynamoMemory,
  number: number,
): Promise<{ calls: readonly string[]; parts: readonly string[] }> {
  const ids = [`${number * 10}`, `${number * 10 + 1}`];
  for (const [place, id] of ids.entries()) {
    const turn = await memory.findTurn(id);
    if (turn?.status === "delivered") continue;
    if (turn?.reply !== undefined) {
      const [pending] = await memory.pendingParts(id);
      const parts = pending?.kind === "send" ? [pending.part.plain] : [];
      return { calls: [], parts };
    }
    if (place === 1) return { calls: ["quick model call"], parts: [] };
    const [step] = turn?.steps ?? [];
    if (step === undefined) return { calls: ["model call 1"], parts: [] };
    const call = step.observation === undefined ? "tool" : "model call 2";
    return { calls: [call], parts: [] };
  }
  return { calls: [], parts: [] };
}
