import type { ChoiceOutcome } from "../../../types/archive.ts";
import type { MemoryContext } from "../memory-context.ts";
import { includes } from "../ranges.ts";
import { withPath } from "./branch.ts";
import { newestTip, pathTo, readForks, tipOf } from "./path.ts";

/**
 * Chooses the version of a question and its answer, by its turn: it is shown
 * and recalled, together with what followed it last. Changes nothing while a
 * turn is open, since that belongs to the former path.
 */
export function chooseVersion(
  context: MemoryContext,
  id: string,
): Promise<ChoiceOutcome> {
  const { document, store, find } = context;
  return document.change<ChoiceOutcome>(async (state) => {
    const known = await find(state, id);
    const asked =
      known.kind === "known" ? known.state.ending?.asked : undefined;
    if (asked === undefined) return { result: "unknown" };
    if (state.open.length > 0) return { result: "busy" };
    const forks = await readForks(store, state);
    if (includes(pathTo(tipOf(state), forks), asked))
      return { result: "chosen" };
    const chosen = {
      ...state,
      tip: newestTip(asked, forks, state),
      // Failures belong to the former path.
      lastAnswered: Math.max(state.lastAnswered, state.lastTurn),
    };
    return {
      state: await withPath(store, state, chosen),
      result: "chosen",
    };
  });
}
