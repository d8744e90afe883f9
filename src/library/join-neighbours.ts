/**
 * A passage with its position; ids of a document's passages are consecutive.
 */
export interface Place {
  readonly id: number;
  readonly document: number;
  readonly heading: string;
  readonly text: string;
}

/** In UTF-16 units. Most sections are shorter. */
const MAX_LENGTH = 2_400;

/**
 * The best `limit` passages, each extended by its neighbours under the same
 * heading up to `MAX_LENGTH`, since an answer is often next to the words that
 * matched. No passage appears in two results.
 */
export function joinNeighbours<Passage extends Place>(
  ranked: readonly Passage[],
  {
    limit,
    listSection,
  }: {
    limit: number;
    /** All passages of the same document and heading, in order. */
    listSection: (passage: Passage) => readonly Place[];
  },
): Passage[] {
  const joined: Passage[] = [];
  const taken = new Set<number>();
  for (const passage of ranked) {
    if (joined.length === limit) break;
    if (taken.has(passage.id)) continue;
    const section = listSection(passage).filter(({ id }) => !taken.has(id));
    const parts = growAround(passage, section);
    for (const { id } of parts) taken.add(id);
    joined.push({ ...passage, text: joinTexts(parts) });
  }
  return joined;
}

/** Prefers the next passage, which continues the text, to the previous one. */
function growAround(start: Place, section: readonly Place[]): Place[] {
  let parts: Place[] = [start];
  for (;;) {
    const first = (parts[0] ?? start).id;
    const last = (parts.at(-1) ?? start).id;
    const larger = [
      [...parts, ...section.filter(({ id }) => id === last + 1)],
      [...section.filter(({ id }) => id === first - 1), ...parts],
    ].find(
      (some) =>
        some.length > parts.length && joinTexts(some).length <= MAX_LENGTH,
    );
    if (larger === undefined) return parts;
    parts = larger;
  }
}

/** Joins parts of the same table without repeating its header. */
function joinTexts(parts: readonly Place[]): string {
  return parts
    .map(({ text }) => text)
    .reduce((before, text) => {
      const head = TABLE_HEAD.exec(text)?.[0];
      return head !== undefined && before.includes(head)
        ? `${before}\n${text.slice(head.length)}`
        : `${before}\n\n${text}`;
    });
}

const TABLE_HEAD = /^\|.*\n\|[-:| ]+\n/;
