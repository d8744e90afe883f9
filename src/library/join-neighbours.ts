/** A passage by its place: those of a document have numbers that follow each other. */
export interface Place {
  readonly id: number;
  readonly document: number;
  readonly heading: string;
  readonly text: string;
}

/** In UTF-16 units: what is below one heading is mostly shorter. */
const MAX_LENGTH = 2_400;

/**
 * The first `limit` of ranked passages, best first, each with what stands around it under the same heading, as far as it
 * fits: an answer is often next to the words that found it. No passage is part of two.
 */
export function joinNeighbours<Passage extends Place>(
  ranked: readonly Passage[],
  {
    limit,
    listSection,
  }: {
    limit: number;
    /** All passages of that document with that heading, in its order. */
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

/** The next one first, since texts go on; then the one before. */
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

/** Pieces of one table have the names of its columns once. */
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
