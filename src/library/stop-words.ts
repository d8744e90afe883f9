/** Lower case. Includes endings after an apostrophe, such as `ll`. */
const ENGLISH = `a about after again all also am an and any are as at be been before being but by can could d did do does
  doing done each for from get give had has have having he her here him his how i if in into is it its just know ll may me
  might more most must my no nor not now of on once only or other our out over please re s shall she should so some such t tell
  than that the their them then there these they this those through to too up us ve very was we were what when where which
  while who whom whose why will with would yes you your`;

const CHINESE = `一下 为何 为什么 什么时候 什么样 介绍 何时 可以 可否 告诉 哪些 哪里 哪儿 多少 如何 怎么样 怎样 怎么办 我们 是否 有没有
  能否 能够 请问`;

const STOP_WORDS = new Set(`${ENGLISH} ${CHINESE}`.split(/\s+/));

/**
 * Chinese particles, pronouns and question words, and Hiragana, which Japanese
 * uses for grammar.
 */
const PARTICLES =
  /^(?:[一个的了着过吗呢吧啊呀嘛是在有和与及或跟对把被让给从到就都也很还又再不没能会要想可以我你您他她它们这那哪里谁啥怎么什请问]|\p{sc=Hiragana})+$/u;

/** Whether a query word says nothing about the subject. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase()) || PARTICLES.test(word);
}

const GENERAL_WORDS = new Set(
  `actually back go happen happened happens let long make makes many much need needs often own people person possible
  really see somebody someone something use used uses using want wants way work works
  东西 办 办法 才能 出现 处理 多大 多久 多快 多少个 多长 发 发生 放 方法 几次 几个 情况 时 时候 使用 想 样 应该 用 需要
  做`.split(/\s+/),
);

/** Whether a query word is so general that passages need not contain it. */
export function isGeneralWord(word: string): boolean {
  return GENERAL_WORDS.has(word.toLowerCase());
}
