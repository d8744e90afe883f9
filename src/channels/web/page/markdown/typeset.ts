import temml from "temml";

// Loaded on demand: see `render-formula.ts`.

/** Nobody writes longer ones; what nests deeper would cost the browser its stack. */
const MAX_LENGTH = 5_000;
const MAX_DEPTH = 100;

/** TeX as MathML; `undefined` for what is no TeX that is known. Nothing in it is more than a picture: no links, no ids, no scripts. */
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
    // Broken off, or unknown to the library.
    return undefined;
  }
  const math = box.firstElementChild;
  return math === null || !isPicture(math, MAX_DEPTH) ? undefined : math;
}

const HARMFUL = /^(?:id|name|href|src|on.*|.*:.*)$/i;

/** Takes off what could do more than show. `false` for what nests too deeply, or is no part of a formula. */
function isPicture(element: Element, depth: number): boolean {
  const isMath = element.namespaceURI?.endsWith("/MathML") === true;
  if (depth === 0 || !(isMath || element.localName === "span")) return false;
  for (const name of element.getAttributeNames())
    if (HARMFUL.test(name)) element.removeAttribute(name);
  return [...element.children].every((child) => isPicture(child, depth - 1));
}
