import { create, createButton, findElement, type Phrase } from "./elements.ts";

const SHOWN_MS = 8_000;

interface Toast {
  /**
   * Shows a message for eight seconds; then `onGone` makes final what could be
   * undone.
   */
  show(options: {
    phrase: Phrase;
    undo?: { readonly label: Phrase; readonly run: () => void };
    onGone?: () => void;
  }): void;
  /** Closes the message at once, as if the time were over. */
  finish(): void;
}

export function createToast(): Toast {
  const toast = findElement("toast", HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let finish = () => {};

  return {
    show({ phrase, undo, onGone }) {
      finish();
      const hide = () => {
        clearTimeout(timer);
        toast.hidden = true;
        finish = () => {};
      };
      finish = () => {
        hide();
        onGone?.();
      };
      toast.replaceChildren(create("span", {}, [phrase]));
      if (undo !== undefined) {
        const run = () => {
          hide();
          undo.run();
        };
        toast.append(createButton(undo.label, run, { class: "small" }));
      }
      toast.hidden = false;
      timer = setTimeout(() => finish(), SHOWN_MS);
    },
    finish: () => finish(),
  };
}
