import type { Elements, Phrase } from "./create-elements.ts";

const THANKS_MS = 2_000;

/** A button that copies a text and says so. Hidden where the browser has no clipboard for pages, as on plain HTTP. */
export function createCopyButton({
  text,
  label,
  elements,
}: {
  text: () => string;
  /** For those who cannot see what stands beside the button. */
  label: Phrase;
  elements: Elements;
}): HTMLButtonElement {
  const button = elements.create("button", {
    type: "button",
    class: "quiet small",
    hidden: !("clipboard" in navigator),
  });
  showLabel();

  function showLabel(): void {
    elements.write(button, (texts) => texts.copy);
    elements.write(button, label, "aria-label");
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text());
    elements.write(button, (texts) => texts.copied);
    elements.write(button, (texts) => texts.copied, "aria-label");
    setTimeout(showLabel, THANKS_MS);
  }

  button.addEventListener("click", () => {
    // Refused by the browser: the button stays as it is.
    copy().catch(() => undefined);
  });
  return button;
}
