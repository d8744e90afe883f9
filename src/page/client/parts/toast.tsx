import { signal } from "@preact/signals";
import { Button } from "./elements.tsx";

const SHOWN_MS = 8_000;

interface Message {
  /** Asked again when the language changes. */
  readonly text: () => string;
  readonly undo?: { readonly label: () => string; readonly run: () => void };
  /** Makes final what could be undone. */
  readonly onGone?: () => void;
}

const shown = signal<Message | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for eight seconds. */
export function showToast(message: Message): void {
  finishToast();
  shown.value = message;
  timer = setTimeout(finishToast, SHOWN_MS);
}

/** Closes the message at once, as if the time were over. */
export function finishToast(): void {
  const message = shown.value;
  hide();
  message?.onGone?.();
}

function hide(): void {
  clearTimeout(timer);
  shown.value = undefined;
}

// Leaving the page makes final what could be undone.
addEventListener("pagehide", finishToast);

/** Where a page shows its messages. */
export function Toast() {
  const { text, undo } = shown.value ?? {};
  const takeBack = () => {
    hide();
    undo?.run();
  };
  return (
    <div id="toast" class="toast" role="status" hidden={text === undefined}>
      <span>{text?.()}</span>
      {undo && (
        <Button class="small" onClick={takeBack}>
          {undo.label()}
        </Button>
      )}
    </div>
  );
}
