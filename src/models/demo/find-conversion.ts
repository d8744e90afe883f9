/** A question for a conversion stands alone. */
const MAX_LENGTH = 100;

const UNIT = `(${[
  "kilomet(?:er|re)s?|met(?:er|re)s?|centimet(?:er|re)s?|miles?|yards?|feet|foot|inch(?:es)?",
  "km|cm|mm|mi|yd|ft|m|km/h|mph",
  "kilograms?|grams?|pounds?|ounces?|kg|g|lbs?|oz",
  "lit(?:er|re)s?|gallons?|l|ml|gal",
  "hours?|minutes?|seconds?|days?|weeks?",
  "(?:degrees? )?(?:celsius|fahrenheit)|°? ?[cf]",
  "公里|千米|米|厘米|英里|英尺|英寸|公斤|千克|克|磅|升|小时|分钟|秒|天|摄氏度|华氏度",
].join("|")})`;
const NUMBER = String.raw`(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)`;
const END = "[\\s?？!.。=]*$";

/** The amount, its unit, and the one that is wanted. */
const QUESTIONS: readonly RegExp[] = [
  `^(?:(?:what(?:['’]s| is)|how much is|convert|please)[ ,:]*)*${NUMBER} ?${UNIT} (?:to|into|in|as) ${UNIT}${END}`,
  `^(?:请问|请|把|换算|计算|[ ，])*${NUMBER} ?${UNIT} ?(?:(?:是|等于|合|有)(?:多少|几)个?|(?:换算|转换|换|转)(?:成|为)) ?${UNIT}${END}`,
].map((question) => new RegExp(question, "iu"));

/** As the calculator takes it: “How much is 5 km in miles?” → `5 km to miles`; `undefined` for other texts. */
export function findConversion(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  for (const question of QUESTIONS) {
    const [, amount, unit, target] = question.exec(text.trim()) ?? [];
    if (amount !== undefined)
      return `${amount.replaceAll(",", "")} ${unit} to ${target}`;
  }
  return undefined;
}
