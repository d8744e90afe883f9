/** The name that a person gives themselves, if any; the last one where there are several. */
export function findName(text: string): string | undefined {
  return [
    ...Array.from(text.matchAll(ENGLISH_STATEMENT), ([, words = ""]) =>
      takeName(words.trim().split(/\s+/)),
    ),
    ...Array.from(text.matchAll(CHINESE_STATEMENT), takeChineseName),
  ].findLast((name) => name !== undefined);
}

/** Whether a person wants to hear their own name. */
export function asksForName(text: string): boolean {
  return (
    /\bwho (?:am i|i am)\b|\b(?:what(?:['’]s| is| was)|know|remember|say|tell me) my name\b/i.test(
      text,
    ) ||
    /我是谁|我叫(?:什么|啥)|我的名字(?:是|叫)?(?:什么|啥|吗|[?？]|$)|(?:记得|知道)我的名字/.test(
      text,
    )
  );
}

const ENGLISH_STATEMENT =
  /\b(?:my name is|my name['’]s|call me|i am|i['’]m)\s+([\p{L}\p{M}'’ -]{1,80})/giu;

/** What people say that they are, in place of a name. */
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

/** Up to three words with capitals, or all that is said where it is two words at most: “i am lai lai”. */
function takeName(words: readonly string[]): string | undefined {
  const end = words.findIndex((word) => /^(?:and|but|so|from)$/i.test(word));
  const said = end === -1 ? words : words.slice(0, end);
  const lower = said.findIndex((word) => !/^\p{Lu}/u.test(word));
  const capitalised = lower === -1 ? said : said.slice(0, lower);
  const name = capitalised.length > 0 ? capitalised.slice(0, 3) : said;
  const isPlausible =
    name.length > 0 &&
    (capitalised.length > 0 || name.length <= 2) &&
    !name.some((word) => NO_NAME.has(word.toLowerCase()));
  return isPlausible ? name.join(" ") : undefined;
}

const CHINESE_STATEMENT =
  /我(叫|的名字[是叫]|是)\s*([\p{Script=Han}·]+|[A-Za-z][A-Za-z'’-]*(?: [A-Z][A-Za-z'’-]*){0,2})/gu;
/** Where a sentence goes on behind a name. */
const CONTINUATION = /今年|来自|住在|喜欢|很高兴|[是在想呢吧啊呀哦]/;
const NO_CHINESE_NAME =
  /^(?:[什啥谁你您他她它这那了不没很过]|来[问找看学玩做买])/;
/** “我是” is also said of professions, origins and reasons. */
const NO_PERSON = /^[一个从去真认为因要说问]|[人生师员者家的手民工]$/;

function takeChineseName([, verb, words = ""]: RegExpMatchArray):
  string | undefined {
  const name = words.split(CONTINUATION)[0] ?? "";
  const isShort = name.includes("·") || name.length <= 4;
  if (/^[A-Za-z]/.test(name)) return name;
  if (name === "" || !isShort || NO_CHINESE_NAME.test(name)) return undefined;
  return verb === "是" && NO_PERSON.test(name) ? undefined : name;
}
