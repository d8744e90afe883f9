import type { Memory } from "../../../src/conversation/memory.ts";
import { type Evidence, isSound, judge, type Verdict } from "../judge.ts";
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

/** What went wrong in a run, and what may come of it. */
export interface Spoilt {
  /** `undefined` where the process never came to it. */
  readonly struck: MadeRequest | undefined;
  /** Calls that were under way, which may be made once more. */
  readonly mayRepeat: readonly string[];
  /** The documented window that there is here. */
  readonly window: string;
  /** What may be sent, or asked for, once more in it. */
  readonly inWindow: string | undefined;
}

export interface Run extends Spoilt {
  readonly verdict: Verdict;
  /** What the conversation holds. */
  readonly history: readonly string[];
  readonly scene: Scene;
}

const NEIGHBOUR = {
  sent: [NEIGHBOURS_REPLY],
  history: [NEIGHBOURS, NEIGHBOURS_REPLY],
  kills: 0,
};

/** @param scene that has settled */
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

/** Its messages, and whatever is left open, which is never as it should be. */
export async function readHistory(
  memory: Memory,
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
