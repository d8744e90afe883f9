import { type Elements, findElement } from "./elements.ts";

/** UTF-16 units; the server takes no more. */
const LENGTH_LIMIT = 32_000;

export interface Composer {
  focus(): void;
  showAnswering(isAnswering: boolean): void;
}

/**
 * The box in which a message is written. Enter sends it, Shift+Enter begins a new line. While an answer comes and nothing
 * is written, the button stops that answer.
 */
export function createComposer({
  elements,
  onSend,
  onStop,
}: {
  elements: Elements;
  onSend: (text: string) => void;
  onStop: () => void;
}): Composer {
  const form = findElement("composer", HTMLFormElement);
  const input = findElement("message", HTMLTextAreaElement);
  const send = findElement("send", HTMLButtonElement);
  const problem = findElement("composer-problem", HTMLElement);

  elements.write(input, (texts) => texts.composerLabel, "aria-label");
  elements.write(input, (texts) => texts.composerHint, "placeholder");
  let isAnswering = false;

  function isTooLong(): boolean {
    return input.value.length > LENGTH_LIMIT;
  }

  function update(): void {
    const isEmpty = input.value.trim() === "";
    const stops = isAnswering && isEmpty;
    send.classList.toggle("stop", stops);
    send.disabled = isEmpty && !stops;
    elements.write(
      send,
      (texts) => (stops ? texts.stop : texts.send),
      "aria-label",
    );
    input.setAttribute("aria-invalid", String(isTooLong()));
    elements.write(problem, (texts, language) =>
      isTooLong()
        ? texts.tooLong(
            input.value.length.toLocaleString(language),
            LENGTH_LIMIT.toLocaleString(language),
          )
        : "",
    );
    grow(input);
  }

  function submit(): void {
    const text = input.value.trim();
    if (text === "" || isTooLong()) return;
    input.value = "";
    update();
    input.focus();
    onSend(text);
  }

  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!send.classList.contains("stop")) return submit();
    onStop();
    // The button goes out with the answer; the focus must not go with it.
    focus();
  });
  send.addEventListener("click", (event) => {
    // The second click of two was meant for sending.
    if (event.detail > 1) event.preventDefault();
  });
  update();

  function focus(): void {
    // On a phone the focus would open the keyboard over what there is to read.
    if (matchMedia("(pointer: fine)").matches) input.focus();
  }

  return {
    focus,
    showAnswering(value) {
      isAnswering = value;
      update();
    },
  };
}

/** Whether the key belongs to an input method, where Enter picks a word. Safari tells only by the key code 229. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** As tall as its text; the style sheet sets the limits. */
function grow(input: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
