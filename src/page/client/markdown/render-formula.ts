import type { Formula } from "../../../document/document.ts";
import { create, createScrollBox } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";

const withTypesetter = createOnDemand(() => import("./typeset.ts"));

/**
 * A formula; its TeX source until the typesetter is loaded, or if that cannot
 * parse it.
 */
export function renderFormula({
  source: written,
  tex,
  isDisplay,
}: Formula): HTMLElement {
  const source = create("code", { class: "tex" }, [written]);
  const box = isDisplay
    ? createScrollBox((texts) => texts.formula, { class: "formula" }, [source])
    : create("span", {}, [source]);
  withTypesetter(({ typeset }) => {
    const math = typeset(tex, { isDisplay });
    if (math !== undefined) box.replaceChildren(math);
  });
  return box;
}
