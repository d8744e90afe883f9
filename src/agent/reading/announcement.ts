const WILLS =
  "i'll|i will|i need to|i have to|i must|i should|i'm going to|i am going to|i want to|let me|let's|first, i|first i".split(
    "|",
  );
const ADVERBS = "first|now|quickly|also|then".split("|");
const VERBS =
  "search|look|use|call|check|find|query|calculate|compute|fetch|browse|run|try|invoke|consult|open|get".split(
    "|",
  );
/** A will, a verb of using something, and a few words between them. */
const ENGLISH = `(?<!\\b(?:if|whether) )\\b(?:${WILLS.join("|")})\\s+(?:(?:${ADVERBS.join("|")}) )?(?:${VERBS.join("|")})\\b`;
const CHINESE_WILL =
  "(?:我(?:需要|将|会|来|要|先|想)|让我|首先)[^。！？\\n]{0,12}";
const INTENT = new RegExp(
  `${ENGLISH}|${CHINESE_WILL}(?:查|搜|用|调用|计算|检索)`,
  "i",
);

const COURTESIES =
  "sure thing|sure|okay|ok|alright|certainly|absolutely|of course|great question|great|good question|got it|yes|hi|hello|no problem|好的|好|当然|可以|没问题".split(
    "|",
  );
const COURTESY = new RegExp(
  `^(?:${COURTESIES.join("|")})(?:[\\s,.!:，。！：—–-]+|(?=我|让))`,
);
/** Verbs of saying: "let me explain" is where an answer begins. */
const SAYING =
  /^(?:explain|know|clarify|summari|tell|give|show|be\b|note|point|mention|say|break|walk|start|answer|help|put|share|describe|introduce|rephrase|apologi|think|correct|restate|repeat)/;
const CHINESE_SAYING = /说|讲|解释|介绍|总结|回答|告诉|帮|知道|认为|觉得/;
const CHINESE_WILLS = new RegExp(`^(?:(?:我|我需|让|首)$|${CHINESE_WILL})`);
const ADVERB = new RegExp(`^ (?:${ADVERBS.join("|")}) `);
const MAX_ANNOUNCEMENT = 300;

/** Says what it is going to do, and that is all. A question to the user is more than that. */
export function announcesTool(
  prose: string,
  tools: readonly string[],
): boolean {
  const text = straighten(prose);
  if (text.length > 1_000 || /[?？]\s*$/.test(text) || !INTENT.test(text))
    return false;
  const sentences = text
    .split(/(?<=[.!。！])\s*|\n+/)
    .filter((sentence) => sentence.trim() !== "");
  const last = sentences.at(-1) ?? "";
  return (
    INTENT.test(last) ||
    (INTENT.test(sentences[0] ?? "") &&
      tools.some((tool) => last.toLowerCase().includes(tool.toLowerCase())))
  );
}

/**
 * Whether a reply that is still being written begins with what the model is going to do, or may do so yet. What goes on
 * behind that with another paragraph, or is longer than a sentence or two, is more than an announcement.
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

function dropCourtesies(text: string): string {
  let rest = text;
  for (let count = 0; count < 3; count++) rest = rest.replace(COURTESY, "");
  return rest;
}

function straighten(text: string): string {
  return text.replaceAll("’", "'");
}
