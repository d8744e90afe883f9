import { create } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";
import type { FormulaToken } from "./formulas.ts";

const withTypesetter = createOnDemand(() => import("./typeset.ts"));

/** A formula: as it was written until the typesetter is loaded, and for good where that cannot read it. */
export function renderFormula({
  raw,
  text,
  isDisplay,
}: FormulaToken): HTMLElement {
  const source = create("code", { class: "tex" }, [raw.trim()]);
  // Wide ones scroll in their own box, which the keyboard can reach.
  const box = isDisplay
    ? create(
        "div",
        {
          class: "formula",
          role: "group",
          tabindex: "0",
          "aria-label": (texts) => texts.formula,
        },
        [source],
      )
    : create("span", {}, [source]);
  withTypesetter(({ typeset }) => {
    const math = typeset(text, { isDisplay });
    if (math !== undefined) box.replaceChildren(math);
  });
  return box;
}
