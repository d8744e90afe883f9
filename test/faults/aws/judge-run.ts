import type { Memory } from "../../../src/conversation/memory.ts";
import { isSound, judge, type Evidence, type Verdict } from "../judge.ts";
import {
  LONG,
  LONG_REPLY,
  NEIGHBOURS,
  NEIGHBOURS_REPLY,
  QUICK,
  QUICK_REPLY,
} from "./chat.ts";
import type { MadeRequest } from "./process.ts";
import type { Scene } from "./scene.ts";

/** The fault of a run and its permitted effects. */
export interface Spoilt {
  /** `undefined` if the process never got there. */
  readonly struck: MadeRequest | undefined;
  /** Calls in progress, which may be repeated once. */
  readonly mayRepeat: readonly string[];
  /** The documented window that applies. */
  readonly window: string;
  /** What may be sent or requested once more in the window. */
  readonly inWindow: string | undefined;
}

export interface Run extends Spoilt {
  readonly verdict: Verdict;
  /** Contents of the conversation. */
  readonly history: readonly string[];
  readonly scene: Scene;
}

const NEIGHBOUR = {
  sent: [NEIGHBOURS_REPLY],
  history: [NEIGHBOURS, NEIGHBOURS_REPLY],
  kills: 0,
};

/** @param scene after it has settled */
export async function judgeRun(
  scene: Scene,
  { hasFollower, spoilt }: { hasFollower: boolean; spoilt: Spoilt },
): Promise<Run> {
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
    mayRepeat: new Set(spoilt.mayRepeat),
    inWindow: spoilt.inWindow,
  });
  return {
    ...spoilt,
    verdict: {
      ...verdict,
      isNeighbourHurt: !isSound(judge(await lookAtNeighbour(scene), NEIGHBOUR)),
    },
    history,
    scene,
  };
}

async function lookAtNeighbour(scene: Scene): Promise<Evidence> {
  const { sent, calls } = scene.chat;
  return {
    sent: sent.filter((name) => name === NEIGHBOURS_REPLY),
    calls: calls.filter((name) => name.startsWith("neighbour")),
    history: await readHistory(scene.neighboursMemory, scene),
  };
}

/** Its messages, and anything left open, which is always a violation. */
export async function readHistory(
  memory: Memory,
  scene: Scene,
): Promise<readonly string[]> {
  const { messages = [] } = (await memory.readRecord()) ?? {};
  const open = await memory.nextTurn();
  const left = await scene.countLeft();
  return [
    ...messages.map(({ text }) => text),
    ...(open === undefined ? [] : [`open: ${open.message.text}`]),
    ...(left === 0 ? [] : [`messages in the queue: ${left}`]),
  ];
}
