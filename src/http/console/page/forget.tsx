import { useRef } from "preact/hooks";
import { Button } from "../../../page/client/parts/elements.tsx";
import { change } from "./console-api.ts";
import { texts } from "./current-texts.ts";
import { linkTo } from "./place.ts";
import { reportOutcome } from "./report-outcome.ts";

/** Erases a conversation, after a question. */
export function Forget({
  conversation,
  onForgotten,
}: {
  conversation: string;
  onForgotten: () => void;
}) {
  const words = texts.value;
  const dialog = useRef<HTMLDialogElement>(null);

  async function forget(): Promise<void> {
    dialog.current?.close();
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
    <>
      <Button class="quiet small" onClick={() => dialog.current?.showModal()}>
        {words.forget}
      </Button>
      <dialog ref={dialog} aria-label={words.forget}>
        <p>{words.forgetQuestion}</p>
        <p class="buttons">
          <Button onClick={() => dialog.current?.close()}>
            {words.cancel}
          </Button>
          <Button class="danger" onClick={() => void forget()}>
            {words.forgetYes}
          </Button>
        </p>
      </dialog>
    </>
  );
}
