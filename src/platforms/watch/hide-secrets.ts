/** Keys that people paste: of known forms, or after a word that says so. */
const PASTED =
  /\b(?:sk-|gh[pousr]_|github_pat_|xox[abprs]-|AKIA|AIza|whsec_|eyJ)[\w./+=-]{8,}|(?<=\b(?:bearer|password|api[ _-]?key)["':=\s]{1,4})[\w./+=-]{12,}/gi;

const HIDDEN = "•••";

/**
 * Replaces the deployment's secrets, and what looks like one, in a text. No
 * guarantee: people may write a password like any other word.
 */
export function createSecretsFilter(
  secrets: readonly string[],
): (text: string) => string {
  // A secret may be a part of another one.
  const longestFirst = secrets.toSorted(
    (one, other) => other.length - one.length,
  );
  return (text) =>
    longestFirst
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
      .replaceAll(PASTED, HIDDEN);
}
