import { create, createScrollBox } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";
import type { FormulaToken } from "./formulas.ts";

const withTypesetter = createOnDemand(() => import("./typeset.ts"));

/**
 * A formula; its TeX source until the typesetter is loaded, or if that cannot
 * parse it.
 */
export function renderFormula({
  raw,
  text,
  isDisplay,
}: FormulaToken): HTMLElement {
  const source = create("code", { class: "tex" }, [raw.trim()]);
  const box = isDisplay
    ? createScrollBox((texts) => texts.formula, { class: "formula" }, [source])
    : create("span", {}, [source]);
  withTypesetter(({ typeset }) => {
    const math = typeset(text, { isDisplay });
    if (math !== undefined) box.replaceChildren(math);
  });
  return box;
}
