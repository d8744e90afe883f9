const ENGLISH_STATEMENT =
  /\b(?:my name is|my name['’]s|call me|i am|i['’]m)\s+([\p{L}\p{M}'’ -]{1,80})/giu;
/** “我是” is also said of professions, origins and reasons. */
const CHINESE_STATEMENT =
  /我(?:叫|的名字[是叫]|是(?![一个从去真认为因要说问])(?!\p{Script=Han}*[人生师员者家的手民工](?!\p{Script=Han})))\s*(?![什啥谁你您他她它这那了不没很过]|来[问找看学玩做买])((?:(?!今年|来自|住在|喜欢|很高兴|[是在想呢吧啊呀哦])\p{Script=Han}){1,4}(?:·\p{Script=Han}+)*|[A-Za-z][A-Za-z'’-]*(?: [A-Z][A-Za-z'’-]*){0,2})/gu;

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

/** The name that a person gives themselves, if any; the last one where there are several. */
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

/** Up to three words with capitals, or all that is said where it is two words at most: “i am lai lai”. */
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

/** Whether a person wants to hear their own name. */
export function asksForName(text: string): boolean {
  return /\bwho (?:am i|i am)\b|\b(?:what(?:['’]s| is| was)|know|remember|say|tell me) my name\b|我是谁|我叫(?:什么|啥)|我的名字(?:是|叫)?(?:什么|啥|吗|[?？]|$)|(?:记得|知道)我的名字/i.test(
    text,
  );
}
