import { create, createButton, findElement, type Phrase } from "./elements.ts";

const SHOWN_MS = 8_000;

export interface Toast {
  /** Says something for eight seconds; what can be undone till then is done after that. */
  show(options: {
    phrase: Phrase;
    undo?: { readonly label: Phrase; readonly run: () => void };
    onGone?: () => void;
  }): void;
  /** Ends the eight seconds. */
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
