export type LabelKind =
  | "action"
  | "input"
  | "thought"
  | "observation"
  | "question"
  | "final"
  /** "Answer:", "AI:": a final answer only where one is due. */
  | "answer";

/** "Action:" and the like at the beginning of a line, bold, as a heading or in another language. */
export interface Label {
  readonly kind: LabelKind;
  /** Of its line. */
  readonly start: number;
  /** Behind the colon. */
  readonly valueStart: number;
}

const NAMES: Readonly<Record<LabelKind, string>> = {
  input:
    "(?:action|tool)[ _-]?(?:inputs?|arguments?|args|parameters?)|inputs?|arguments?|args|parameters?|行动输入|动作输入|工具输入|操作输入|输入|参数",
  action: "(?:action|tool)(?:[ _]?name)?|行动|动作|操作|工具|工具名称",
  thought: "thoughts?|thinking|reasoning|思考|想法",
  observation: "observations?|观察|观察结果",
  question: "question|human|user|问题|用户",
  final: "final[ _-]?(?:answer|response|reply)|最终答案|最终回答|最终回复",
  answer: "answer|response|ai|assistant|答案|回答",
};
const KINDS = Object.keys(NAMES).filter(isLabelKind);
const NAME = KINDS.map((kind) => `(${NAMES[kind]})`).join("|");
const LABEL = new RegExp(
  `^[ \\t]*(?:>[ \\t]?)?(?:(#{1,6})[ \\t]*)?(\\*{1,3}|_{2}|\`)?(?:${NAME})(?:[ \\t]\\d{1,3})?(?:[ \\t]*[*_\`]{1,3})?[ \\t]*(?:[:：][ \\t]*(?:\\*{2,3}|_{2}|\`(?=[ \\t]))?|(?<=^[ \\t]*(?:#|\\*\\*).*)$)`,
  "gimu",
);

/** A reply with more labels has gone wrong long before; those behind are not looked at. */
const MAX_LABELS = 200;
const MAX_FENCES = 400;

/** The labels in order, except those in closed code blocks. */
export function findLabels(text: string): Label[] {
  const isInBlock = createBlockTest(text);
  const labels: Label[] = [];
  for (const match of text.matchAll(LABEL)) {
    const group = match.slice(3).findIndex((name) => name !== undefined);
    const kind = KINDS[group];
    if (kind === undefined || isInBlock(match.index)) continue;
    const valueStart = match.index + match[0].length;
    labels.push({ kind, start: match.index, valueStart });
    if (labels.length === MAX_LABELS) break;
  }
  return labels;
}

/** To be asked for growing offsets. */
function createBlockTest(text: string): (offset: number) => boolean {
  const blocks = findCodeBlocks(text);
  let next = 0;
  return (offset) => {
    while ((blocks[next]?.end ?? Infinity) <= offset) next++;
    return offset > (blocks[next]?.start ?? Infinity);
  };
}

export interface CodeBlock {
  /** Of the opening fence. */
  readonly start: number;
  readonly language: string;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/** Fenced blocks that are closed; a fence may open behind other text on its line. */
export function findCodeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const fence =
    /(?<!`)(`{3,})([\w+#.-]*)[ \t]*$|^[ \t]*(`{3,}|~{3,})([\w+#.-]*)/gm;
  let open:
    | { start: number; mark: string; language: string; contentStart: number }
    | undefined;
  let fences = 0;
  for (const match of text.matchAll(fence)) {
    if (++fences > MAX_FENCES) break;
    const mark = match[1] ?? match[3] ?? "";
    const language = match[2] ?? match[4] ?? "";
    const start = match.index + match[0].indexOf(mark);
    if (open === undefined) {
      const contentStart = match.index + match[0].length;
      open = { start, mark, language, contentStart };
    } else if (mark.startsWith(open.mark) && language === "") {
      const end = start + mark.length;
      blocks.push({ ...open, contentEnd: start, end });
      open = undefined;
    }
  }
  return blocks;
}

function isLabelKind(name: string): name is LabelKind {
  return name in NAMES;
}
