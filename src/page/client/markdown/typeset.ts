import temml from "temml";

// Loaded on demand: see `render-formula.ts`.

/** Bounds the work and the recursion. */
const MAX_LENGTH = 5_000;
const MAX_DEPTH = 100;

/**
 * Converts TeX to MathML; `undefined` if Temml cannot parse it. The result has
 * no links, ids or scripts.
 */
export function typeset(
  tex: string,
  { isDisplay }: { isDisplay: boolean },
): Element | undefined {
  if (tex.length > MAX_LENGTH) return undefined;
  const box = document.createElement("div");
  try {
    temml.render(tex, box, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
      maxSize: [20, 20],
    });
  } catch {
    // Incomplete, or unknown to Temml.
    return undefined;
  }
  const math = box.firstElementChild;
  return math === null || !sanitize(math, MAX_DEPTH) ? undefined : math;
}

const HARMFUL = /^(?:id|name|href|src|on.*|.*:.*)$/i;

/**
 * Removes active attributes. `false` if an element nests too deeply or is not
 * allowed in formulas.
 */
function sanitize(element: Element, depth: number): boolean {
  const isMath = element.namespaceURI?.endsWith("/MathML") === true;
  if (depth === 0 || !(isMath || element.localName === "span")) return false;
  for (const name of element.getAttributeNames())
    if (HARMFUL.test(name)) element.removeAttribute(name);
  return [...element.children].every((child) => sanitize(child, depth - 1));
}
