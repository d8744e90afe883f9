import { COURTESIES, dropCourtesies, straighten } from "./courtesies.ts";

const WILLS =
  "i'll need to|i'd need to|i would need to|i'd have to|i'd like to|while i|i'll|i will|i need to|i have to|i must|i should|i'm going to|i am going to|i am now going to|i'm now going to|i want to|let me|let's|first, i|first i".split(
    "|",
  );
const ADVERBS = "first|now|quickly|also|then|just|currently".split("|");
const VERBS =
  "search|look|use|call|check|find|query|calculate|compute|fetch|browse|run|try|invoke|consult|open|get|see (?:what|if|whether|how)|verify|retrieve|gather|google|pull up".split(
    "|",
  );
const DOING =
  "searching|looking|checking|calling|fetching|querying|retrieving|consulting|running|calculating|computing|browsing".split(
    "|",
  );
const BEING = ["i'm", "i am", "i'm now", "i am now", "i'm currently"];
/**
 * A phrase of intent and a verb of using a tool, with a few words in between.
 */
const ENGLISH = `(?<!\\b(?:if|whether) )\\b(?:${WILLS.join("|")})\\s+(?:(?:${ADVERBS.join("|")}) )?(?:(?:do|make) (?:a|some) (?:quick )?)?(?:${VERBS.join("|")})\\b`;
const CHINESE_WILL =
  "(?:我(?:需要|应该|将|会|来|要|先|想|正在|这就|马上)|让我|首先|正在)[^。！？\\n]{0,12}";
const FOREIGN = [
  new RegExp(`\\b(?:${BEING.join("|")})\\s+(?:${DOING.join("|")})\\b`),
  /\b(?:ich (?:werde|muss|möchte|suche|schaue|prüfe)|lassen? (?:sie )?mich)\b[^.!?\n]{0,60}\b(?:suche|heraus|nach|such\w+|nachs\w+|prüf\w+|berechn\w+|verwenden)\b/,
  /(?:je vais|je dois|laisse(?:z)?-moi)\s(?:\S+\s){0,2}(?:re)?(?:cherch|vérifi|utilis|calcul|consult)/,
  /(?:voy a|déjame|permíteme|necesito)\s(?:\S+\s){0,2}(?:busc|verific|consult|calcul|usar|utiliz|revis)/,
  /(?:調べ|検索し|計算し|確認し)(?:てみ)?ます。?$/,
  // Without a subject: "Searching for moss...", "Using the calculator tool."
  /^(?:searching|calling|looking|checking|using|fetching|running|querying)\b[^.!?\n]{0,100}(?:\.{2,}|…|\btool\.?)$/,
]
  .map(({ source }) => source)
  .join("|");
const INTENT = new RegExp(
  `${FOREIGN}|${ENGLISH}|${CHINESE_WILL}(?:查|搜|用|调用|计算|检索)`,
  "i",
);

/** Verbs of speaking: "let me explain" starts an answer. */
const SAYING =
  /^(?:explain|know|clarify|summari|tell|give|show|be\b|note|point|mention|say|break|walk|start|answer|help|put|share|describe|introduce|rephrase|apologi|think|correct|restate|repeat)/;
const CHINESE_SAYING = /说|讲|解释|介绍|总结|回答|告诉|帮|知道|认为|觉得/;
const CHINESE_WILLS = new RegExp(`^(?:(?:我|我需|让|首)$|${CHINESE_WILL})`);
const ADVERB = new RegExp(`^ (?:${ADVERBS.join("|")}) `);
const MAX_ANNOUNCEMENT = 300;
/**
 * The text only announces the use of a tool. A question to the user is more
 * than that.
 */
export function announcesTool(
  prose: string,
  tools: readonly string[],
): boolean {
  const whole = straighten(prose).trim();
  const text = dropCourtesies(whole);
  if (text.length > 1_000 || /[?？]\s*$/.test(text) || !INTENT.test(text))
    return false;
  const sentences = text
    .split(/(?<=[.!。！])(?!\.)\s*|\n+/)
    .filter((sentence) => sentence.trim() !== "");
  const last = sentences.at(-1) ?? "";
  return (
    INTENT.test(last) ||
    (INTENT.test(sentences[0] ?? "") &&
      tools.some((tool) => last.toLowerCase().includes(tool.toLowerCase())))
  );
}

/**
 * The beginning of a reply announces an action, or still may, and is at most a
 * sentence or two long.
 */
export function mayAnnounceTool(beginning: string): boolean {
  const text = straighten(beginning).trim().toLowerCase();
  if (text.length > MAX_ANNOUNCEMENT || /\n[ \t]*\n/.test(text)) return false;
  const rest = dropCourtesies(text);
  return (
    COURTESIES.some((courtesy) => courtesy.startsWith(rest)) ||
    (CHINESE_WILLS.test(rest) && !CHINESE_SAYING.test(rest.slice(0, 16))) ||
    beginsWithWill(rest)
  );
}

function beginsWithWill(text: string): boolean {
  return WILLS.some((will) => {
    if (will.startsWith(text)) return true;
    const verb = text.slice(will.length).replace(ADVERB, "").trimStart();
    return text.startsWith(`${will} `) && !SAYING.test(verb);
  });
}
