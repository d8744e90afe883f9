const LABEL =
  /^[ \t]*[*#]*[ \t]*(?:(?:thought|thinking|reasoning|思考|想法)s?[ \t]*\d{0,3}[ \t]*\**[ \t]*[:：]|(?:action|行动)[ \t]*\d{0,3}[ \t]*\**[ \t]*[:：]|(?<=#[ \t]*)(?:thought|action)s?[ \t]*$)[ \t]*\**[ \t]*/gimu;
/** What a model opens in front of an object. */
const OPENING =
  /(?:```\w*|<[\w:]{1,40}>|\[TOOL_CALLS\]|\bjson|[[{]\s*(?:"\w{1,20}"\s*:\s*\[?)?|[`\s])$/;

/** The reasoning in front of an action, without its labels. */
export function readThought(before: string): string {
  let thought = before.replaceAll(LABEL, "").trim();
  // An opening, its fence and its bracket: never more than a few.
  for (let count = 0; count < 4; count++) {
    const rest = thought.slice(-60).replace(OPENING, "");
    thought = `${thought.slice(0, -60)}${rest}`.trimEnd();
  }
  return thought;
}
