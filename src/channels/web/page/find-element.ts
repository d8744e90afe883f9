/** An element of index.html. Throws where the page and its script do not fit together. */
export function findElement<Kind extends Element>(
  id: string,
  kind: abstract new (...parameters: never[]) => Kind,
): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html lacks #${id} (${kind.name})`);
}
