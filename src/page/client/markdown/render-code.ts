import type { Code } from "../../../document/document.ts";
import { create, createCopyButton } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";

const withHighlighter = createOnDemand(() => import("./highlight.ts"));

/**
 * A code block with its language and a copy button. Highlighted once the
 * highlighter is loaded.
 */
export function renderCode({ info, text }: Code): HTMLElement {
  const language = info?.split(/\s/)[0] ?? "";
  const code = create("code", {}, [text]);
  if (language !== "")
    withHighlighter(({ highlight }) => {
      const runs = highlight(text, language.toLowerCase());
      if (runs === undefined) return;
      code.replaceChildren(
        ...runs.map((run) =>
          run.className === ""
            ? run.text
            : create("span", { class: run.className }, [run.text]),
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
