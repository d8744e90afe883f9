import { ConfirmButton } from "./confirm-button.tsx";
import { change } from "./console-api.ts";
import { texts } from "./current-texts.ts";
import { linkTo } from "./place.ts";
import { reportOutcome } from "./report-outcome.ts";

/** Erases a conversation. */
export function Forget({
  conversation,
  onForgotten,
}: {
  conversation: string;
  onForgotten: () => void;
}) {
  const words = texts.value;

  async function forget(): Promise<void> {
    const outcome = await change("/api/conversations/{id}", {
      method: "DELETE",
      ids: [conversation],
    });
    reportOutcome(outcome, (t) => t.forgotten);
    if (outcome.kind !== "done") return;
    location.hash = linkTo({ view: "conversations" });
    onForgotten();
  }

  return (
    <ConfirmButton
      label={words.forget}
      look="quiet small"
      question={words.forgetQuestion}
      confirm={words.forgetYes}
      onConfirm={() => void forget()}
    />
  );
}
