const POLITE_OPENING =
  /^(?:(?:hello|hi|hey|so|and|please|can you|tell me|calculate|convert|how much (?:is|are)|what(?:['’]s| is| are))\b[\s,:!]*|(?:你好|请问|请|帮我|计算|算一下|算算|算|把)[\s，,：:！]*)+/iu;
const POLITE_ENDING =
  /(?:[\s,，=＝?？.。]|please|thanks|thank you|谢谢|(?:等于|是|得|要)?(?:多少|几)(?:钱|元)?|[呢啊呀])+$/iu;

/** Dates, spans of years, phone numbers, addresses, and names with digits. */
const NO_SUM =
  /https?:\/\/\S+|\b\d{1,4}([-/])\d{1,2}\1\d{1,4}\b|\b[12]\d{3}[-–][12]\d{3}\b|\b\d{3}-\d{4}\b|\d+(?:\.\d+){2,}|[\p{Lu}\p{Ll}][\p{Lu}\p{Ll}_-]*\d[\p{Lu}\p{Ll}\d-]*|[\p{Lu}\p{Ll}][+^]+/gu;

const UNIT =
  "(?:°? ?[cf]|[kcm]?m|mi(?:les?)?|feet|ft|inch(?:es)?|k?g|lbs?|pounds?|oz|lit(?:er|re)s?|gallons?|hours?|minutes?|seconds?|days?|celsius|fahrenheit)";
const CHINESE_UNIT =
  "(?:公里|千米|英里|厘米|毫米|米|英尺|英寸|公斤|千克|斤|克|磅|吨|毫升|升|小时|分钟|秒|天|摄氏度|华氏度)";
const NUMBER = String.raw`[\d)%零一二两三四五六七八九十百千万亿]`;
const SUMS: readonly RegExp[] = [
  String.raw`[\d)%!] ?(?:[+*×÷^−]|\*\*) ?[-(√.\d]|[\d)%!€元] [-/x*] [-($\d]|√\d`,
  // Nothing but a calculation.
  String.raw`^[-−\d.,()%!\s/*+^]*[\d)%!] ?[-−/*+^] ?[-−\d.,()%!\s/*+^]+$`,
  String.raw`[\d)] ?(?:%|percent|per cent) ?(?:of|off|from|的)|root of \(?\d`,
  String.raw`[\d)%] (?:plus|minus|times|multiplied by|divided by|to the power of|squared)\b`,
  String.raw`\d ?(?:degrees )?${UNIT} (?:to|into|in) (?:degrees )?${UNIT}\b`,
  `${NUMBER} ?(?:${CHINESE_UNIT}|${UNIT})[^，。]{0,8}?${CHINESE_UNIT}`,
  `${NUMBER} ?(?:元 ?)?(?:[加减]|乘以?|除以?) ?[负(]?${NUMBER}|${NUMBER} ?打 ?${NUMBER}`,
  `${NUMBER} ?的 ?(?:${NUMBER}|百分之|平方|立方|阶乘|一半)|百分之.+的`,
].map((sign) => new RegExp(sign, "iu"));

/**
 * The last sentence that is a sum or a conversion, without polite words; the
 * calculator reads the rest.
 */
export function findSum(text: string): string | undefined {
  return text
    .split(/[\n;?？。；]|(?<![\d)!])[!！]|\.(?!\d)/u)
    .map((sentence) =>
      sentence.trim().replace(POLITE_OPENING, "").replace(POLITE_ENDING, ""),
    )
    .findLast((sentence) => {
      const plain = sentence.normalize("NFKC").replaceAll(NO_SUM, "");
      return SUMS.some((sign) => sign.test(plain));
    });
}

const SUBJECTS: readonly RegExp[] = [
  /\b(?:who|what|where|when|how (?:big|far|high|large|long|old|tall))(?:['’]s| is| are| was| were) (?:(?:an?|the) )?([^?!\n]+?)[\s.?!]*$/i,
  /\b(?:tell me about|look up|search (?:the web )?for|describe|explain) (?:(?:an?|the) )?([^?!\n]+?)[\s.?!]*$/i,
  /(?:什么是|谁是|介绍(?:一下)?|搜索|查(?:一下|查)?)([^，。！？,!?\n]+?)(?:的资料)?吧?[？?。]*$/u,
  /(?:^|[，。,])(?:请问)?([^，。！？,!?\n]+?)(?:是什么|是谁|在哪|有多[高长大深远])/u,
  // A name or a word alone, as typed into a search box.
  /^((?!你|我|谢|再见|好|写|早|晚|帮|真)\p{Script=Han}{2,8}|(?!Good|Tell|Thank)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+)$/u,
];
/** Persons and the conversation itself cannot be looked up. */
const NO_SUBJECT =
  /^(?:you|your|i|me|my|yourself|it|this|that|he|she|they|we|up|wrong|new|going|time|date)\b|[你您我他她它]|^(?:[这那]|今天|现在)/iu;

/** What to look up: “What is the Great Wall?” → `Great Wall`. */
export function findSubject(text: string): string | undefined {
  return SUBJECTS.map((question) =>
    question.exec(text.trim())?.[1]?.replaceAll(/["“”《》]|,? please$/g, ""),
  ).find(
    (subject = "") => /[\p{L}\d]/u.test(subject) && !NO_SUBJECT.test(subject),
  );
}

const NAMES: readonly RegExp[] = [
  /^[^]*\b(?:I am|I['’]m|[Mm]y name is|[Cc]all me) (\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})/u,
  /^[^]*我(?:叫|的名字[是叫]|是)\s*(?![什啥谁你不没一个了])([\p{Script=Han}·]{1,12}|[A-Z][a-z]+)(?<![人生师员者家的])(?=[\s，。！,!.]|$)/u,
];

/** The name that people give themselves; of several, the last. */
export function findName(text: string): string | undefined {
  return NAMES.map((statement) => statement.exec(text)?.[1]).find(
    (name) => name !== undefined,
  );
}

export function asksForName(text: string): boolean {
  return /\bwho (?:am i|i am)\b|\b(?:what(?:['’]s| is)|know|remember) my name\b|我是谁|我叫(?:什么|啥)|我的名字(?:是|叫)?(?:什么|啥|吗)/i.test(
    text,
  );
}
