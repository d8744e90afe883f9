import type { TextReading } from "../styles/agent-style.ts";
import { findLabels } from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import { normaliseToolName } from "./resolve-tool.ts";

/**
 * Cut-off beginnings of labels, tags and fences, and fences without content.
 */
const FRAGMENT =
  /^(?:(?:(?:```|~~~)[\w -]{0,30}\n?){1,3}|\w{1,20} =\s*(?:[{[]\s*["'“]?[^\n}\]]{0,60})?|`{1,}\w*\s*`*|<[|｜/]?\w*>?|[{}｛[\]\s"'“`「『\\,.…:/*#<!-]+|[{[｛]{1,2}\s*["'“‘＂「『]?\w*["'”’＂]?\s*:?|thoughts?|action(?: input)?|final(?: answer)?)$/i;
/** Two fixed phrases that precede an answer. */
const ANSWER_DUE =
  /^(?:do i need to use a tool\? no|i now know the final answer)[.,]?[ \t]*\n+/i;
/** A step's words without punctuation. */
const ATTEMPT = /^\W*(?:next )?action\W+\w+\W+(?:action[ _]?)?input\b/i;
const CALL_OPENING =
  /^(?:<(?:\w{1,20}:)?(?:tool_call|function_calls?|invoke|function)\b|\[TOOL_CALLS\])/;
/** A key of a reply format at the start: a broken object. */
const FORMAT_KEY =
  /^[{[｛\s]*["'“‘`「『]?(?:thought|action|tool)[\w -]{0,20}["'”’`」』]\s*[:：]/i;
/** An object or call that begins on the last line of prose. */
const CUT_LINE =
  /\n[ \t]*(?:<[|｜]?\w{0,30}|[{[｛][\s"'“‘＂「『]*\w{0,30}|\[TOOL_CALLS\])$/;
const OPEN_CALL = /\n[ \t]*<(?:\w{1,20}:)?(?:tool_call|function_calls?)>/;
const PROMPT_PLACEHOLDER =
  /\$(?:TOOL_NAME|INPUT|JSON_BLOB)\b|\bshould be one of \[/;

type Prose = Exclude<TextReading, { kind: "action" }>;

/**
 * Reads a reply that holds no decision: an answer in prose or JSON, or
 * unreadable.
 */
export function readProse(text: string, tools: readonly string[]): Prose {
  const unreadable = (reason: string): Prose => ({
    kind: "unreadable",
    text,
    reason,
  });
  const prose = text.trim();
  if (prose === "") return unreadable("The reply is empty.");
  if (isFragment(prose)) return unreadable("The reply was cut off.");
  if (FORMAT_KEY.test(prose.slice(0, 100)))
    return unreadable("The action is broken.");
  if (CUT_LINE.test(prose.slice(-60))) return unreadable("It was cut off.");
  if (CALL_OPENING.test(prose)) return unreadable("The tool call was cut off.");
  if (PROMPT_PLACEHOLDER.test(prose))
    return unreadable("It repeats the instructions.");
  const labels = findLabels(prose);
  const isThinking = labels.some(
    ({ kind, isListed }) => kind === "thought" && !isListed,
  );
  const [first] = labels;
  const isLabelled =
    first !== undefined && prose.slice(0, first.start).trim() === "";
  if (isLabelled && first.kind !== "answer" && first.kind !== "action") {
    const answer = readDueAnswer(prose, first.valueStart);
    return (
      answer ?? unreadable("There is neither an action nor a final answer.")
    );
  }
  if (isThinking || OPEN_CALL.test(prose))
    return unreadable("There is neither an action nor a final answer.");
  const json =
    /^(?:```(?:json)?\s*)?(?=[{[]\s*(?:["'“‘＂「『{[\d\]}]|\/[/*]|#|<!--))/.exec(
      prose,
    )?.[0].length;
  if (json !== undefined) return readJson(prose, json, unreadable);
  const finished = /^Finish\[([^\]]+)\]$/i.exec(prose)?.[1];
  if (finished !== undefined) return { kind: "finish", output: finished };
  if (normaliseToolName(prose, tools) !== undefined || ATTEMPT.test(prose))
    return unreadable("It names a tool, but not in the form of an action.");
  if (announcesTool(prose, tools))
    return unreadable("It announces a tool but does not use it.");
  return { kind: "finish", output: prose };
}

/** The text is only the beginning of a label, a tag or JSON. */
export function isFragment(prose: string): boolean {
  return (
    prose.length < 60 &&
    [prose, prose.replace(/^```(?:json)?\s+/, ""), undecorate(prose)].some(
      (text) => FRAGMENT.test(text),
    )
  );
}

/**
 * Strips the decoration of a label. Digits alone stay: they may be an answer.
 */
function undecorate(label: string): string {
  return (
    label.replaceAll(
      /^(?:[[【<*_#`>•\s-]|\d{1,2}[.)])+|[\]】>*_`\s:：]+$/g,
      "",
    ) || label
  );
}

function readDueAnswer(
  prose: string,
  from: number,
): { kind: "finish"; output: string } | undefined {
  const value = prose.slice(from).trim();
  const phrase = ANSWER_DUE.exec(value)?.[0].length;
  const output = phrase === undefined ? "" : value.slice(phrase).trim();
  return output === "" || findLabels(output).length > 0
    ? undefined
    : { kind: "finish", output };
}

function readJson(
  prose: string,
  start: number,
  unreadable: (reason: string) => Prose,
): Prose {
  const json = parseLooseJson(prose, start);
  const isComment = /^[{[]\s*(?:\/|#|<!)/.test(prose.slice(start, start + 40));
  if (json.kind === "broken" && isComment)
    return unreadable("The JSON object is broken.");
  if (json.kind === "cut" || (json.kind === "object" && !json.isClosed))
    return unreadable("The JSON was cut off.");
  if (
    json.kind === "object" &&
    Object.keys(json.value).every((key) => /call/i.test(key))
  )
    return unreadable("The JSON object is empty.");
  const isAlone =
    json.kind === "object" &&
    /^\s*(?:```)?\s*$/.test(prose.slice(json.end, json.end + 100));
  return {
    kind: "finish",
    output: isAlone ? prose.slice(start, json.end) : prose,
  };
}

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
  "(?:我(?:需要|将|会|来|要|先|想|正在|这就|马上)|让我|首先|正在)[^。！？\\n]{0,12}";
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

const COURTESIES =
  "one sec|one second|one moment please|one moment|just a moment please|just a moment|a moment please|hold on|please wait|sure thing|sure|okay|ok|alright|certainly|absolutely|of course|great question|great|good question|got it|yes|hi|hello|no problem|请稍等|稍等|好的|好|当然|可以|没问题".split(
    "|",
  );
const COURTESY = new RegExp(
  `^(?:${COURTESIES.join("|")})(?:[\\s,.!:，。！：—–-]+|(?=我|让))`,
  "i",
);
/** Verbs of speaking: "let me explain" starts an answer. */
const SAYING =
  /^(?:explain|know|clarify|summari|tell|give|show|be\b|note|point|mention|say|break|walk|start|answer|help|put|share|describe|introduce|rephrase|apologi|think|correct|restate|repeat)/;
const CHINESE_SAYING = /说|讲|解释|介绍|总结|回答|告诉|帮|知道|认为|觉得/;
const CHINESE_WILLS = new RegExp(`^(?:(?:我|我需|让|首)$|${CHINESE_WILL})`);
const ADVERB = new RegExp(`^ (?:${ADVERBS.join("|")}) `);
const MAX_ANNOUNCEMENT = 300;
/** Beginnings of announcements in other languages, or without a subject. */
const FOREIGN_WILLS = [
  ...BEING.flatMap((being) => DOING.map((doing) => `${being} ${doing} `)),
  ..."ich werde |ich muss |ich möchte |ich suche |ich schaue |ich prüfe |lass mich |lassen sie mich |je vais |je dois |laisse-moi |laissez-moi |voy a |déjame |permíteme |necesito |searching |calling |looking |checking |using |fetching |running |querying ".split(
    /(?<= )\|/,
  ),
];

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
    beginsWithWill(rest) ||
    FOREIGN_WILLS.some((will) => will.startsWith(rest) || rest.startsWith(will))
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
