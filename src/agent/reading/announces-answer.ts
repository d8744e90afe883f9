import { dropCourtesies, straighten } from "./courtesies.ts";
import { normaliseToolName } from "./resolve-tool.ts";

const I =
  "(?:(?:now|so|then),? )?(?:i|we)(?:'ve|'m|'ll)?(?: (?:now|already|finally|also|just|then|therefore|think(?: that)? i|believe i|am|will|can|could|should|must|may|have to|need to|ready to|able to|going to|directly))*|let me(?: now)?|let's(?: now)?|(?:it is |it's )?time to";
const ANSWER =
  "(?:the|my|an?|your) (?:(?:final|complete|full|correct|direct|detailed|best) )*(?:answer|response|reply|result|conclusion)";
const DOES = [
  `(?:know|have|found|got|see|have found|reached|arrived at|give|provide|write|state|formulate|present|deliver|share|compose|produce|return|offer|prepare|generate|draft)(?: (?:you|the user)(?: with)?)? ${ANSWER}`,
  "(?:answer|respond|reply)(?: (?:to )?(?:the|this|that|it|your)(?: (?:user's|original|user))?(?: (?:question|query|user|request))?)?",
  "(?:have|have gathered|gathered|collected|got) (?:now )?(?:all|enough|sufficient)(?: of)?(?: the)?(?: (?:needed|necessary|required|relevant))? (?:information|data|details|facts)(?: (?:that )?(?:i|we) need(?:ed)?)?(?: to (?:answer|respond|reply|give|provide|formulate)[^.!?\\n]{0,50})?",
].join("|");
const REST =
  "(?: (?:to|for) (?:the|this|your)(?: (?:user's|original|user|given))?(?: (?:question|query|user|request))?)?(?: (?:now|directly|myself|without [^.!?\\n]{0,40}\\btools?|(?:with|based on|from) (?:this|that|the)[^.!?\\n]{0,40})){0,2}";
const NEEDS_NONE =
  "(?:no tools? (?:is|are) (?:needed|required|necessary)|(?:i|we) (?:do not|don't) need (?:to use )?(?:an?|any|the|more|further)? ?tools?)(?: (?:for|to|here|now)[^.!?\\n]{0,40})?";
const GIVES_NONE = `here(?:'s| is) ${ANSWER}|the (?:final )?answer is`;
const FOREIGN =
  "(?:ich (?:kenne|weiß|habe)|je (?:connais|sais)|(?:ahora )?(?:sé|conozco|tengo)|agora sei|ora conosco)[^.!?\\n]{0,20}(?:antwort|réponse(?: finale)?|respuesta(?: final)?|resposta(?: final)?|risposta(?: finale)?)|(?:最終的な)?答えがわかりました";
const CHINESE = [
  "(?:现在|現在|接下来|让我|讓我|我|们|已经|已經|已|可以|能够|能|将|會|会|来|要|需要|应该|直接|就|终于)+(?:知道|得到|得出|找到|有|给出|給出|提供|写出)了?(?:最终|最終|问题的|正确的|完整的|一个)*(?:答案|回答|回复|结论)",
  "(?:现在|我|已经|已)+有了?(?:足够|所需|充分)(?:的|多的)?(?:信息|资料)(?:(?:来|可以|去)?回答[^。！？\\n]{0,12})?",
  "(?:现在|現在|我|们|可以|能够|能|将|会|来|要|应该|直接|就)+(?:回答|回复)(?:用户的?|这个|該|该|此)?(?:问题|問題|用户|提问)?",
  "(?:我)?(?:不需要|无需|不用|不必)(?:使用|调用|用|再使用)?(?:任何|其他)?工具[^。！？\\n]{0,12}",
  "(?:以下|这)是(?:我的)?(?:最终)?(?:答案|回答)|(?:最终)?答案(?:如下|是)",
].join("|");
/** The text before a comma may say what the answer is based on. */
const ANNOUNCEMENT = new RegExp(
  `^(?:[^.!?。！？\\n,，]{0,80}[,，] ?)?(?:(?:${I}) (?:${DOES})${REST}|${NEEDS_NONE}|${GIVES_NONE}|${FOREIGN}|(?:${CHINESE})了?)[.!:。！：…]*$`,
  "i",
);
const MAX_LENGTH = 300;

/** The last sentence only announces the answer, and little precedes it. */
export function announcesAnswer(prose: string): boolean {
  if (prose.length > MAX_LENGTH) return false;
  const text = dropCourtesies(
    straighten(prose)
      .replaceAll(/[*_`#]/g, "")
      .trim(),
  );
  const last = text
    .split(/(?<=[.!?。！？])\s*|\n+/)
    .filter(Boolean)
    .at(-1);
  return ANNOUNCEMENT.test(last?.trim() ?? "");
}

/** Words around the name of a tool that add nothing to it. */
const FILLER =
  /\b(?:the|an?|tools?|functions?|to|use|using|used|call|calling|run|running|i|we|need|needs?|needed|will|would|should|can|must|want|is|next|and|or|then|for|this|that|it|now|let|me|please|again|i'll|let's|action|step)\b|我|们|需要|要|可以|应该|将|会|来|使用|调用|用|工具|函数|查找|查询|搜索|计算|一下|和|然后|先|下一步|[^\p{L}\d]/giu;

/** The text consists of names of tools, and words that add nothing. */
export function namesOnlyTools(
  prose: string,
  tools: readonly string[],
): boolean {
  if (prose.length > MAX_LENGTH) return false;
  if (normaliseToolName(prose, tools) !== undefined) return true;
  const text = straighten(prose).toLowerCase();
  const names = tools
    .map((tool) => tool.toLowerCase())
    .toSorted((one, other) => other.length - one.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, " "), text);
  return rest !== text && rest.replaceAll(FILLER, "") === "";
}
