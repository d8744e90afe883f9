/** A question about the time stands alone; anything longer asks for something else. */
const MAX_TEXT_LENGTH = 100;

const PLACE = String.raw`(?: in ([\p{L}\p{M}\d .'’+:/_-]+?))?`;
const NOW = "(?: (?:right )?now| today)?";

/** What Chinese questions for the time begin with, and where: 你 is no place. */
const OPENING = "^(?:请问|请?告诉我|你?知道|你好|那|[\\s，,])*";
const CHINESE_PLACE = String.raw`((?![你您我他她它咱这那谁哪])[\p{L} /_]{2,20}?)`;
const CHINESE_NOW = "(?:现在|此刻|今天)";
const CHINESE_TIME = "(?:几点|几号|几月几[号日]|星期几|周几|什么时间)";
const CHINESE_END = "钟?[了呢啊呀]?[\\s？?！!。.]*$";

const QUESTIONS: readonly RegExp[] = [
  `\\bwhat (?:time|day|date) is it${NOW}${PLACE}${NOW}[\\s?!.]*$`,
  `\\bwhat(?:['’]s| is) (?:the (?:current )?(?:time|date)|today['’]s date)${NOW}${PLACE}${NOW}[\\s?!.]*$`,
  `${OPENING}${CHINESE_NOW}是?${CHINESE_TIME}`,
  `${OPENING}${CHINESE_NOW}${CHINESE_PLACE}的?是?${CHINESE_TIME}${CHINESE_END}`,
  `${OPENING}${CHINESE_PLACE}的?${CHINESE_NOW}的?是?${CHINESE_TIME}${CHINESE_END}`,
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
