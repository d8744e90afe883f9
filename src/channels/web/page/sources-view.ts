import { type Child, createLink, type Elements } from "./elements.ts";
import { createFoldedList, type FoldedList } from "./folded-list.ts";
import { toSafeAddress } from "./markdown/untrusted-text.ts";
import type { Source } from "./wire.ts";

/** The pages that an answer rests on: each a link, with its host beside whatever its title says. */
export function createSourcesView(elements: Elements): FoldedList<Source> {
  return createFoldedList({
    kind: "sources",
    heading: (texts, count) => texts.sources(count),
    none: (texts) => texts.noSources,
    renderItem: (source: Source) => renderSource(source, elements),
    elements,
  });
}

/** A source with an address that may not be followed stays as its title. */
function renderSource(
  { title, url }: Source,
  elements: Elements,
): readonly Child[] {
  // Its direction must not turn the host's letters around.
  const name = elements.create("bdi", {}, [title || url]);
  const address = toSafeAddress(url);
  if (address === undefined) return [name];
  const { host } = new URL(address);
  return [
    createLink({ address, children: [name], elements }),
    " ",
    elements.create("span", { class: "host", dir: "ltr" }, [host]),
  ];
}
