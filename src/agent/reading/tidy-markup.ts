const OPEN = "[<＜][ \\t]?";
const CLOSE = "[ \\t]?[>＞]";
const BAR = "[|｜]{1,2}";
const NAME = "[\\w▁.:/-]{1,40}";
/** Between blanks, a plain word may be a variable of a program. */
const PADDED = "[ \\t]*(?:[A-Z]{2,20}|\\w*[_▁][\\w▁]*)[ \\t]*";
const WORDS = "[a-z]+(?: [a-z]+){1,3}";
/** Not in backticks or quotes, where the text only mentions it. */
const FREE = "(?<![`\"'])";

/** `<|im_end|>`, `< | im_end | >`, `<｜tool calls begin｜>` */
const TOKEN = `[<＜]${BAR}(${NAME})${BAR}[>＞]|[<＜][ \\t]${BAR}(${PADDED})${BAR}${CLOSE}|${OPEN}｜(${WORDS})｜${CLOSE}`;
/** The prefix of a tag: `< | DSML | invoke`, `</｜｜DSML｜｜invoke` */
const PREFIX = `${OPEN}(/?)[ \\t]?${BAR}[ \\t]?[A-Z]{3,20}[ \\t]?${BAR}[ \\t]?(?=\\w)`;
const TAG_NAME =
  "(?:\\w{1,20}[:_])?(?:tool_\\w{1,20}|function(?:_calls?)?|invoke|parameter)";
const TAG = `<[ \\t]?(/?)[ \\t]?(${TAG_NAME}(?=[\\s=>])[^<>\\n]{0,80}?)[ \\t]*>`;
const ALL = new RegExp(`${FREE}(?:${TOKEN})`, "g");
const PREFIXES = new RegExp(`${FREE}${PREFIX}`, "g");
const TAGS = new RegExp(`${FREE}${TAG}`, "g");

/** Markup, or what may be some, in any spelling. */
export const ANY_MARKUP = `${TOKEN}|${PREFIX}|<[ \\t]?/?[ \\t]?${TAG_NAME}[\\s=>]`;

/**
 * Writes the markup of models in one way: `<|name|>` for tokens, and tags
 * without blanks or a prefix.
 */
export function tidyMarkup(text: string): string {
  if (!/[<＜]/.test(text)) return text;
  return text
    .replaceAll(ALL, (_, name?: string, padded?: string, words?: string) => {
      const written = name ?? padded?.trim() ?? words ?? "";
      return `<|${written.replaceAll(/[▁ ]/g, "_")}|>`;
    })
    .replaceAll(PREFIXES, "<$1")
    .replaceAll(TAGS, "<$1$2>");
}
