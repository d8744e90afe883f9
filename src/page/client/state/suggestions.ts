import { signal } from "@preact/signals";
import type { Exchange } from "./exchange.ts";

/** Questions that may follow the newest answer, until it is old. */
export type Suggestions = ReturnType<typeof createSuggestions>;

export function createSuggestions({ isOn }: { isOn: boolean }) {
  const questions = signal<readonly string[]>([]);
  let newest: Exchange | undefined;

  return {
    questions,
    /** Shows them below an answer that has just ended. */
    async find(exchange: Exchange) {
      if (!isOn) return;
      newest = exchange;
      const outcome = await exchange.suggest();
      if (newest === exchange && outcome.kind === "done")
        questions.value = outcome.value.questions;
    },
    /** Also those that are still being looked for. */
    clear() {
      newest = undefined;
      questions.value = [];
    },
  };
}
