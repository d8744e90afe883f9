import type { Tokens } from "marked";
import { createCopyButton } from "../create-copy-button.ts";
import type { Elements } from "../create-elements.ts";

/** A code block with the name of its language and a button that copies it. */
export function renderCode(
  { lang, text }: Tokens.Code,
  elements: Elements,
): HTMLElement {
  const language = lang?.trim().split(/\s/)[0] ?? "";
  return elements.create("figure", { class: "code" }, [
    elements.create("figcaption", {}, [
      language === "" ? (texts) => texts.code : language,
      createCopyButton({
        text: () => text,
        label: (texts) => texts.copyCode,
        elements,
      }),
    ]),
    elements.create(
      "pre",
      { tabindex: "0", "aria-label": (texts) => texts.code, role: "group" },
      [elements.create("code", {}, [text])],
    ),
  ]);
}
