export const COURTESIES =
  "one sec|one second|one moment please|one moment|just a moment please|just a moment|a moment please|hold on|please wait|sure thing|sure|okay|ok|alright|certainly|absolutely|of course|great question|great|good question|got it|yes|hi|hello|no problem|请稍等|稍等|好的|好|当然|可以|没问题".split(
    "|",
  );
const COURTESY = new RegExp(
  `^(?:${COURTESIES.join("|")})(?:[\\s,.!:，。！：—–-]+|(?=我|让))`,
  "i",
);

/** Drops up to three polite words from the beginning of a reply. */
export function dropCourtesies(text: string): string {
  let rest = text;
  for (let count = 0; count < 3; count++) rest = rest.replace(COURTESY, "");
  return rest;
}

/** Writes apostrophes as ASCII does. */
export function straighten(text: string): string {
  return text.replaceAll("’", "'");
}
