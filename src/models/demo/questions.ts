import { CHINESE_UNITS } from "./chinese-units.ts";

/** Questions come early in a message; searching more is not worth the time. */
const MAX_LENGTH = 500;
/** Conversions and time questions consist of nothing else. */
const MAX_SHORT_LENGTH = 100;

const POLITE_OPENING =
  /^(?:(?:hello|hi|hey|so|and|please|ok|okay|can you|tell me|calculate|compute|work out|how much (?:is|are)|what(?:['’]s| is| are)|is it)\b[\s,:]*|(?:你好|请问|请|帮我|麻烦|那么?|计算|算一下|算算|算)[\s，,：:]*)+/iu;
const POLITE_ENDING =
  /(?:[\s,，=＝?？.。]|please|thanks|thank you|谢谢|(?:等于|是|得|要)(?:(?:多少|几)(?:钱|元|块钱?)?)?|[呢啊呀])+$/iu;

/**
 * Dates, year ranges, phone numbers, addresses, and names with digits such as
 * F-16.
 */
const NO_SUM =
  /https?:\/\/\S+|\b\d{1,4}([-/])\d{1,2}\1\d{1,4}\b|\b[12]\d{3}[-–][12]\d{3}\b|\b\d{3}-\d{4}\b|[\p{Lu}\p{Ll}][\p{Lu}\p{Ll}_-]*\d[\p{Lu}\p{Ll}\d-]*|[\p{Lu}\p{Ll}][+^]+/gu;

/** Start or end of a Chinese or Arabic number. */
const NUMBER = String.raw`[\d)%!零一二两三四五六七八九十百千万亿]`;
const SIGNS_OF_A_SUM: readonly RegExp[] = [
  String.raw`[\d)%!] ?(?:[+*×·÷^−]|\*\*) ?[-(√.\d]`,
  String.raw`[\d)%!€元] (?:[-–/x*]) [-($\d]`,
  String.raw`[\d)] ?(?:%|percent|per cent) ?(?:of|off|from|的)`,
  String.raw`[\d)%] (?:plus|minus|times|multiplied by|divided by|to the power of|squared|cubed)\b`,
  String.raw`(?:root|factorial) of \(?\d|[√(]\d+\) ?\*|√\d|根号\d`,
  String.raw`\b(?:sqrt|log|ln|exp|sin|cos|tan|mean|gcd|lcm)\(`,
  `${NUMBER} ?(?:元 ?)?(?:[加减]|乘以?|除以?)[上去]? ?[负(]?${NUMBER}`,
  `${NUMBER} ?的 ?(?:\\d+(?:\\.\\d+)? ?%|百分之|[\\d一二三四五六七八九十]+ ?次[方幂]|平方|立方|阶乘|一半)|百分之.+的`,
  `${NUMBER} ?(?:打 ?[\\d.一二三四五六七八九]+ ?折|[与和跟] ?${NUMBER}+ ?[的之] ?[和差积商])`,
  `${NUMBER} ?(?:增加|增长|上涨|提高|减少|下降|降低)了? ?(?:\\d|百分之)`,
  `^从? ?${NUMBER}+ ?(?:一直)?[加到]+ ?${NUMBER}`,
  `\\d ?(?:${CHINESE_UNITS}) ?[-+*×加减] ?\\d`,
  // Nothing but a calculation.
  String.raw`^[-−\d.,()%!\s/*+^]*[\d)%!] ?[-−/*+^] ?[-−\d.,()%!\s/*+^]+$`,
].map((sign) => new RegExp(sign, "iu"));

/**
 * Extracts a calculation for the calculator: “What is 12.5% of 80.16 * 3?” →
 * `12.5% of 80.16 * 3`.
 */
export function findSum(text: string): string | undefined {
  return text
    .slice(0, MAX_LENGTH)
    .split(/[\n;?？。；]|(?<![\d)!])[!！]|\.(?!\d)/u)
    .map((sentence) =>
      sentence
        .trim()
        .replace(POLITE_OPENING, "")
        .replace(POLITE_ENDING, "")
        .replaceAll(/(?<=\d) ?(?:元|块钱?)(?= ?[打的])/gu, ""),
    )
    .findLast((sentence) => {
      // Folds full-width digits and signs to ASCII.
      const plain = sentence.normalize("NFKC").replaceAll(NO_SUM, "");
      return SIGNS_OF_A_SUM.some((sign) => sign.test(plain));
    });
}

const UNIT = `(${[
  "(?:kilo|centi|milli)?met(?:er|re)s?|miles?|yards?|feet|foot|inch(?:es)?",
  "km/h|mph|km|cm|mm|mi|yd|ft|m",
  "(?:kilo)?grams?|pounds?|ounces?|kg|g|lbs?|oz",
  "lit(?:er|re)s?|gallons?|l|ml|gal",
  "hours?|minutes?|seconds?|days?|weeks?",
  "(?:degrees? )?(?:celsius|fahrenheit)|°? ?[cf]",
  `(?:${CHINESE_UNITS})(?:/(?:${CHINESE_UNITS}))?`,
].join("|")})`;
const AMOUNT = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const CHINESE_AMOUNT = `(${AMOUNT}|[一二三四五六七八九十两][零一二三四五六七八九十百千万亿]*)`;
const END = "[\\s?？!.。=]*$";

const CONVERSIONS: readonly RegExp[] = [
  `^(?:(?:what(?:['’]s| is)|how much is|convert|please)[ ,:]*)*(${AMOUNT}) ?${UNIT} (?:to|into|in|as) ${UNIT}${END}`,
  `^(?:请问|请|帮我|你好|把|换算|计算|[ ，,])*${CHINESE_AMOUNT} ?${UNIT} ?(?:(?:是|等于|相当于|合|有)(?:多少|几)个?|(?:换算|转换|换|转)(?:成|为)) ?${UNIT}${END}`,
].map((question) => new RegExp(question, "iu"));

/**
 * Extracts a conversion for the calculator: “How much is 5 km in miles?” →
 * `5 km to miles`.
 */
export function findConversion(text: string): string | undefined {
  if (text.length > MAX_SHORT_LENGTH) return undefined;
  for (const question of CONVERSIONS) {
    const [, amount, unit, target] = question.exec(text.trim()) ?? [];
    if (amount !== undefined)
      return `${amount.replaceAll(",", "")} ${unit} to ${target}`;
  }
  return undefined;
}

const NOW = "(?: (?:right )?now| today)?";
const PLACE = String.raw`(?: in ([\p{L}\p{M}\d .'’+:/_-]+?))?`;
/** Excludes pronouns. */
const CHINESE_PLACE = String.raw`((?![你您我他她它咱这那谁哪是的])[\p{L} /_]{2,20}?)?`;
const CHINESE_NOW = "(?:现在|此刻|今天)";

const TIME_QUESTIONS: readonly RegExp[] = [
  `\\bwhat(?: (?:time|day|date) is it|(?:['’]s| is) (?:the (?:current )?(?:time|date)|today['’]s date))${NOW}${PLACE}${NOW}[\\s?!.]*$`,
  `^(?=.*${CHINESE_NOW})(?:请问|请?告诉我|你?知道|你好|那|[\\s，,])*${CHINESE_NOW}?${CHINESE_PLACE}的?${CHINESE_NOW}?的?是?(?:几点|几号|几月几[号日]|星期几|周几|什么时间)钟?[了呢啊呀]?[\\s？?！!。.]*$`,
].map((question) => new RegExp(question, "iu"));

/**
 * The place whose time or date the user asks for, or `now` without a place;
 * `undefined` for other questions.
 */
export function findTimeQuestion(text: string): string | undefined {
  if (text.length > MAX_SHORT_LENGTH) return undefined;
  for (const question of TIME_QUESTIONS) {
    const match = question.exec(text);
    if (match !== null) return match[1]?.trim() ?? "now";
  }
  return undefined;
}

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

/** Persons, times and the conversation itself cannot be looked up. */
const NO_SUBJECT =
  /^(?:(?:you|your|yours|i|me|my|mine|myself|yourself|it|its|this|that|these|those|he|him|his|she|her|they|them|their|we|us|our|there|up|new|wrong|going|happening|today|tomorrow|yesterday|now|time|date)\b|[你您我他她它咱这那谁]|什么|今天|明天|昨天|现在|几点)/i;

/**
 * A name or Chinese word alone, as typed into a search box, but not small talk.
 */
const BARE_WORDS =
  /^(?:\p{Script=Han}{2,8}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,3})$/u;
const TALK =
  /^(?:(?:Are|Can|Do|Good|Hello|Help|Hey|Hi|How|Many|My|Never|No|Not|Oh|Ok|Okay|Please|See|Tell|Thank|Thanks|That|The|This|Very|Well|What|When|Where|Who|Why|Write|Yes|You|Your) |[你您我他她它咱这那谁哪怎好嗯哦噢呃啊哈嘿嗨呵喂对是不没有请谢再晚早可行真太很写讲说唱画给做帮来去看听想要会能快试]|什么|介绍|为|多|几|今|明|昨|现|当然|知道|明白|收到|继续|测试|感|拜|没|算|加油)|[吗呢吧啊呀哦嘛了的么]$/;

/**
 * Extracts the subject to look up: “What is the Great Wall?” → `Great Wall`.
 */
export function findSubject(message: string): string | undefined {
  const text = message.slice(0, MAX_LENGTH).trim();
  const isChinese = /\p{Script=Han}/u.test(text);
  const asked = (isChinese ? CHINESE_QUESTIONS : ENGLISH_QUESTIONS)
    .map((question) => question.exec(text)?.[1] ?? "")
    .map(isChinese ? cleanChinese : cleanEnglish)
    .find(
      (subject) =>
        /[\p{L}\d]/u.test(subject) &&
        subject.length <= MAX_SHORT_LENGTH &&
        !NO_SUBJECT.test(subject),
    );
  return (
    asked ?? (BARE_WORDS.test(text) && !TALK.test(text) ? text : undefined)
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

/** The text asks for something that can be looked up. */
export function isQuestion(text: string): boolean {
  const isShort = text.length <= 3 * MAX_SHORT_LENGTH;
  return isShort && (/[?？]\s*$/.test(text) || findSubject(text) !== undefined);
}

export function asksForLastMessage(text: string): boolean {
  return /\bwhat did i (?:just )?(?:say|ask|tell|write)|我(?:刚才|刚刚|上一句)?(?:说|问)了?(?:什么|啥)/i.test(
    text,
  );
}

const ENGLISH_STATEMENT =
  /\b(?:my name is|my name['’]s|call me|i am|i['’]m)\s+([\p{L}\p{M}'’ -]{1,80})/giu;
/** Excludes professions, origins and reasons after “我是”. */
const CHINESE_STATEMENT =
  /我(?:叫|的名字[是叫]|是(?![一个从去真认为因要说问])(?!\p{Script=Han}*[人生师员者家的手民工](?!\p{Script=Han})))\s*(?![什啥谁你您他她它这那了不没很过]|来[问找看学玩做买])((?:(?!今年|来自|住在|喜欢|很高兴|[是在想呢吧啊呀哦])\p{Script=Han}){1,4}(?:·\p{Script=Han}+)*|[A-Za-z][A-Za-z'’-]*(?: [A-Z][A-Za-z'’-]*){0,2})/gu;

/** Words after “I am” that are not names. */
const NO_NAME = new Set(
  `a about afraid alone also always american an angry as asking at back bored british busy calling chinese coming
  confused curious cold doing done down english excited feeling fine french from german getting glad going good great
  happy having here home hungry i ill in indian interested japanese just late learning leaving looking lost married my
  new nice no not now of off ok okay old on one out playing pretty reading ready really right russian sad scared sick
  sleepy sorry still stuck studying sure talking testing that the there thinking thirsty tired to too trying unhappy up
  using very waiting well what who wondering working worried writing wrong your`.split(
    /\s+/,
  ),
);

/** The name that users give themselves; of several, the last. */
export function findName(text: string): string | undefined {
  const english = Array.from(text.matchAll(ENGLISH_STATEMENT), ([, words]) =>
    takeName(words ?? ""),
  );
  const chinese = Array.from(
    text.matchAll(CHINESE_STATEMENT),
    ([, name]) => name,
  );
  return [...english, ...chinese].findLast((name) => name !== undefined);
}

/**
 * Up to three capitalized words, or the whole text if it has at most two: “i am
 * lai lai”.
 */
function takeName(words: string): string | undefined {
  const [said = ""] = words.trim().split(/\s+(?:and|but|so|from)\b/i);
  const name =
    /^\p{Lu}\S*(?:\s+\p{Lu}\S*){0,2}/u.exec(said)?.[0] ??
    /^\S+(?:\s+\S+)?$/.exec(said)?.[0];
  const isPlausible = name
    ?.toLowerCase()
    .split(/\s+/)
    .every((word) => !NO_NAME.has(word));
  return isPlausible ? name : undefined;
}

export function asksForName(text: string): boolean {
  return /\bwho (?:am i|i am)\b|\b(?:what(?:['’]s| is| was)|know|remember|say|tell me) my name\b|我是谁|我叫(?:什么|啥)|我的名字(?:是|叫)?(?:什么|啥|吗|[?？]|$)|(?:记得|知道)我的名字/i.test(
    text,
  );
}
