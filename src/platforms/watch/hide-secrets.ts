/** Keys that people paste: of known forms, or after a word that says so. */
const PASTED =
  /\b(?:sk-|[rs]k_(?:live|test)_|gh[pousr]_|github_pat_|glpat-|hf_|xox[abeprs]-|AKIA|AIza|whsec_|eyJ)[\w./+=-]{8,}|\b\d{6,12}:[\w-]{30,}|(?<=:\/\/[^\s:/@]{0,64}:)[^\s/@]{4,}(?=@)|(?<=(?:\b(?:bearer|password|passwd|secret|token|api[ _-]?key)|密码|密钥|令牌)["':=：\s]{1,4})[\w./+=-]{12,}|(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----\s{0,2})[\w+/=\s]+/gi;

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
