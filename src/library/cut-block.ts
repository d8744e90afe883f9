/**
 * A text in pieces of at most `maxLength` UTF-16 units, cut at the best place in the second half of each: between lines,
 * else sentences, else words, else anywhere between two code points. Nothing but blanks is lost.
 */
export function cutBlock(text: string, maxLength: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > maxLength) {
    const end = start + findCut(text.slice(start, start + maxLength));
    pieces.push(text.slice(start, end).trim());
    start = end;
  }
  pieces.push(text.slice(start).trim());
  return pieces.filter((piece) => piece !== "");
}

const PLACES = [/\n/g, /[.!?](?=\s)|[。！？；]/g, /\s/g];

function findCut(window: string): number {
  const half = window.length / 2;
  for (const place of PLACES) {
    const last = Array.from(window.matchAll(place)).at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end >= half) return end;
  }
  // Half of a code point goes with its other half.
  return /\p{Cs}$/u.test(window) ? window.length - 1 : window.length;
}
