/** A question stands near the beginning; the rest of a long text is not worth the search. */
const MAX_TEXT_LENGTH = 500;
const MAX_SUBJECT_LENGTH = 100;

/** The thing that a question is about, as one would look it up: “What is the Great Wall?” → `Great Wall`. */
export function findSubject(message: string): string | undefined {
  const text = message.slice(0, MAX_TEXT_LENGTH);
  const isChinese = /\p{Script=Han}/u.test(text);
  for (const question of isChinese ? CHINESE_QUESTIONS : ENGLISH_QUESTIONS) {
    const named = question.exec(text)?.[1];
    if (named === undefined) continue;
    const subject = isChinese ? cleanChinese(named) : cleanEnglish(named);
    if (isThing(subject)) return subject;
  }
  return undefined;
}

/** Where a sentence or its main clause begins. */
const BEGINNING = String.raw`(?:^|[.!?,;:\n]\s*|\b(?:and|so|please|hey|hi|hello|you)\s)\s*`;

const ENGLISH_QUESTIONS: readonly RegExp[] = [
  String.raw`(?:who|what|where|when|how (?:big|deep|far|high|large|long|old|tall|wide))(?:['’]s| is| are| was| were) ([^?!\n]+)`,
  String.raw`(?:tell me|what do you know|do you know|talk) (?:more |something |anything |a bit )?about ([^?!\n]+)`,
  String.raw`(?:look up|search(?: the web)? for|search|google|define|describe|explain) ([^?!\n]+)`,
].map((question) => new RegExp(BEGINNING + question, "i"));

const CHINESE_QUESTIONS: readonly RegExp[] = [
  /(?:什么是|谁是|啥是)([^，。！？,!?\n]+)/,
  /(?:介绍|说说|讲讲|谈谈|聊聊|搜索|搜一?下|查一?下|查查|告诉我)(?:一下)?(?:关于)?([^，。！？,!?\n]+)/,
  /(?:^|[，。！？,!?\n])([^，。！？,!?\n]+?)(?:是(?:什么|谁|啥|哪)|指的?是?什么|在哪|有多[高长大深远宽])/,
];

/** People, times and the talk itself are nothing to look up. */
const NOTHING_TO_LOOK_UP =
  /^(?:(?:you|your|yours|i|me|my|mine|myself|yourself|it|its|this|that|these|those|he|him|his|she|her|they|them|their|we|us|our|there|up|new|wrong|going|happening|today|tomorrow|yesterday|now|time|date)\b|[你您我他她它咱这那谁]|什么|今天|明天|昨天|现在|几点)/i;

function isThing(subject: string): boolean {
  return (
    /[\p{L}\d]/u.test(subject) &&
    subject.length <= MAX_SUBJECT_LENGTH &&
    !NOTHING_TO_LOOK_UP.test(subject)
  );
}

function cleanEnglish(named: string): string {
  return named
    .replace(/(?:[\s.,;:"“”'’…]|\bplease)+$/i, "")
    .replace(/^["“”'‘\s]+/, "")
    .replace(/^(?:an?|the) /i, "");
}

function cleanChinese(named: string): string {
  return named
    .replace(/^(?:请问|请|帮我|给我|你?知道|那么|那|嗨|你好|[\s“"「《])+/, "")
    .replace(/(?:的(?:信息|资料|情况)|吧|呢|吗|啊|呀|好吗|[\s”"」》])+$/, "");
}
