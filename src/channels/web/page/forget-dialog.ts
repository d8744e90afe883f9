import type { Outcome } from "./api.ts";
import { describeFailure, toSentence } from "./descriptions.ts";
import { type Elements, findElement } from "./elements.ts";

/** Asks before the conversation is forgotten, since that cannot be undone. */
export function createForgetDialog({
  elements,
  forget,
  onForgotten,
}: {
  elements: Elements;
  forget: () => Promise<Outcome<unknown>>;
  onForgotten: () => void;
}): { open: () => void } {
  const dialog = findElement("forget-dialog", HTMLDialogElement);
  const problem = elements.create("p", {
    class: "field-problem",
    role: "alert",
  });
  const cancel = elements.create("button", { type: "button" }, [
    (texts) => texts.cancel,
  ]);
  const confirm = elements.create(
    "button",
    { type: "button", class: "primary" },
    [(texts) => texts.forget],
  );
  dialog.append(
    elements.create("h2", { id: "forget-title" }, [
      (texts) => texts.forgetTitle,
    ]),
    elements.create("p", { id: "forget-text" }, [(texts) => texts.forgetText]),
    problem,
    elements.create("div", { class: "actions" }, [cancel, confirm]),
  );

  async function forgetAndClose(): Promise<void> {
    confirm.disabled = true;
    const outcome = await forget();
    confirm.disabled = false;
    if (outcome.kind === "done") {
      dialog.close();
      onForgotten();
      return;
    }
    elements.write(problem, (texts) =>
      toSentence(describeFailure(outcome, texts)),
    );
  }

  cancel.addEventListener("click", () => dialog.close());
  confirm.addEventListener("click", () => void forgetAndClose());

  return {
    open() {
      elements.write(problem, () => "");
      dialog.showModal();
      // The harmless choice is the one that Enter takes.
      cancel.focus();
    },
  };
}
