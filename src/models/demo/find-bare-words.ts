/** Chinese words of talk, which are no things: pronouns, verbs, answers, courtesies. */
const CHINESE_TALK =
  /^(?:[你您我他她它咱这那谁哪怎好嗯哦噢呃啊哈嘿嗨呵喂对是不没有请谢再晚早可行真太很写讲说唱画给做帮来去看听想要会能快试]|什么|为|多|几|今|明|昨|现|当然|知道|明白|收到|继续|测试|感|拜|没|算|加油)|[吗呢吧啊呀哦嘛了的么]$/;

/** A thing that is named without a question, as one writes it into a search box: `汇率`, `Ada Lovelace`. */
export function findBareWords(text: string): string | undefined {
  const words = text.trim();
  if (/^\p{Script=Han}{2,8}$/u.test(words))
    return CHINESE_TALK.test(words) ? undefined : words;
  const isName = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){1,3}$/u.test(words);
  return isName && !ENGLISH_TALK.test(words) ? words : undefined;
}

/** In capitals as names are. */
const ENGLISH_TALK =
  /^(?:Are|Can|Do|Good|Hello|Help|Hey|Hi|How|Many|My|Never|No|Not|Oh|Ok|Okay|Please|See|Tell|Thank|Thanks|That|The|This|Very|Well|What|When|Where|Who|Why|Write|Yes|You|Your) /;
