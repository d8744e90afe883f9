/** A question about the time stands alone; anything longer asks for something else. */
const MAX_TEXT_LENGTH = 100;

const PLACE = String.raw`(?: in ([\p{L}\p{M}\d .'’+:/_-]+?))?`;
const NOW = "(?: (?:right )?now| today)?";

const QUESTIONS: readonly RegExp[] = [
  `\\bwhat (?:time|day|date) is it${NOW}${PLACE}${NOW}[\\s?!.]*$`,
  `\\bwhat(?:['’]s| is) (?:the (?:current )?(?:time|date)|today['’]s date)${NOW}${PLACE}${NOW}[\\s?!.]*$`,
  "^(?:请问|请?告诉我|你?知道|你好|那|[\\s，,])*(?:现在|此刻|今天)是?(?:几点|几号|几月几[号日]|星期几|周几|什么时间)",
].map((question) => new RegExp(question, "iu"));

/** The place whose time or date a person asks for, `now` where they name none; `undefined` for other questions. */
export function findTimeQuestion(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  for (const question of QUESTIONS) {
    const match = question.exec(text);
    if (match !== null) return match[1]?.trim() ?? "now";
  }
  return undefined;
}
