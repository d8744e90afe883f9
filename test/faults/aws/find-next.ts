import type { Memory } from "../../../src/conversation/memory.ts";

/** The next calls and parts. */
export interface Next {
  readonly calls: readonly string[];
  readonly parts: readonly string[];
}

/** Returns what is next in both turns according to the stored state. */
export async function findNext(memory: Memory, number: number): Promise<Next> {
  const ids = [`${number * 10}`, `${number * 10 + 1}`];
  for (const [place, id] of ids.entries()) {
    const turn = await memory.findTurn(id);
    if (turn?.status === "delivered") continue;
    if (turn?.reply !== undefined) {
      const [pending] = await memory.pendingParts(id);
      const parts = pending?.kind === "send" ? [pending.part.text] : [];
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
