import type { Step } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { toPages } from "./shown-pages.ts";

/**
 * Stores the actions of a model reply, which begin at the next index, or one
 * step whose tool has run. Does nothing if the turn has ended or was forgotten.
 */
export async function saveSteps(
  { document, keepsPages }: MemoryContext,
  id: string,
  from: number,
  steps: readonly Step[],
): Promise<void> {
  const { held } = document;
  const [first] = steps;
  if (held?.turn.id !== id || first === undefined) return;
  const { number, turn } = held;
  const { epoch } = held.run;
  const isDone = from < held.steps.length;
  await document.put([
    isDone
      ? toPiece(keys.done(number, epoch, from), { index: from, step: first })
      : toPiece(keys.decided(number, epoch, from), { from, steps }),
    ...(keepsPages ? await toPages({ ...turn, number }, steps) : []),
  ]);
  held.steps.splice(from, steps.length, ...steps);
}
