import type { Outcome } from "../../../page/client/parts/request.ts";
import { showToast } from "../../../page/client/parts/toast.tsx";
import { describeFailure, texts } from "./current-texts.ts";
import { noteFailure } from "./session.ts";
import type { Texts } from "./texts-english.ts";

/** Says how an action ended. */
export function reportOutcome(
  outcome: Outcome<unknown>,
  done: (words: Texts) => string,
): void {
  if (outcome.kind !== "done") noteFailure(outcome);
  showToast({
    text: () =>
      outcome.kind === "done" ? done(texts.value) : describeFailure(outcome),
  });
}
