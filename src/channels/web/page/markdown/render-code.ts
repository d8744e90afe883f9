import { create, createCopyButton } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";
import type { Tokens } from "marked";

const withHighlighter = createOnDemand(() => import("./highlight.ts"));

/** A code block with the name of its language and a button that copies it. Its colours come when the highlighter is loaded. */
export function renderCode({ lang, text }: Tokens.Code): HTMLElement {
  const language = lang?.trim().split(/\s/)[0] ?? "";
  const code = create("code", {}, [text]);
  if (language !== "")
    withHighlighter(({ highlight }) => {
      const runs = highlight(text, language.toLowerCase());
      if (runs === undefined) return;
      code.replaceChildren(
        ...runs.map((run) =>
          run.look === ""
            ? run.text
            : create("span", { class: run.look }, [run.text]),
        ),
      );
    });
  return create("figure", { class: "code" }, [
    create("figcaption", {}, [
      language === "" ? (texts) => texts.code : language,
      createCopyButton({
        text,
        label: (texts) => texts.copyCode,
      }),
    ]),
    create(
      "pre",
      { tabindex: "0", "aria-label": (texts) => texts.code, role: "group" },
      [code],
    ),
  ]);
}
