import {
  group,
  hasObject,
  isAction,
  isMarked,
  isWritten,
  type Deviation,
} from "./deviation.ts";
import type { Decision, Draft } from "./draft.ts";
import {
  BELOW,
  CALLS,
  DECORATION,
  INPUTS,
  JSON_INPUTS,
  LABELS,
  NAMES,
  NUMBERS,
  TAGS,
} from "./line-deviations.ts";
import {
  ASSIGNED,
  ESCAPES,
  FENCES,
  JSON_SYNTAX,
  KEYS,
} from "./object-deviations.ts";

const wrap =
  (change: (reply: string) => string) =>
  ({ wrap: before }: Draft): Partial<Draft> => ({ wrap: [...before, change] });
const BEFORE = group("before", isMarked, {
  courtesy: wrap((reply) => `Sure, here it is:\n\n${reply}`),
  announcement: wrap((reply) => `I will use the tool for that.\n${reply}`),
  apology: wrap((reply) => `I apologize for the confusion.\n\n${reply}`),
  "blank lines": wrap((reply) => `\n\n  \n${reply}`),
  "byte order mark": wrap((reply) => `\uFEFF${reply}`),
  role: wrap((reply) => `Assistant: ${reply}`),
  "question repeated": wrap((reply) => `Question: how is it there?\n${reply}`),
});
const REASONING = group("reasoning", () => true, {
  think: wrap((reply) => `<think>\nHm. Perhaps so.\n</think>\n${reply}`),
  "with a decoy": wrap(
    (reply) =>
      `<think>\n{"action": "calculator", "action_input": "1"} or not?\n</think>\n\n${reply}`,
  ),
  "closed only": wrap((reply) => `Hm. Perhaps so.\n</think>\n${reply}`),
  thinking: wrap((reply) => `<thinking>Hm.</thinking>\n${reply}`),
  empty: wrap((reply) => `<think>\n\n</think>\n\n${reply}`),
});
const AFTER = [
  ...group("after", (draft) => hasObject(draft) && draft.style !== "call", {
    explanation: wrap((reply) => `${reply}\n\nThis looks it up.`),
    "explanation on the line": wrap((reply) => `${reply} This looks it up.`),
    brackets: wrap((reply) => `${reply}\n\n(I am waiting for the result.)`),
    "comment with words": wrap(
      (reply) => `${reply} // look it up\nThat finds it.`,
    ),
    "comment in a block": wrap((reply) => `${reply} /* done */ I wait.`),
    "arrow with words": wrap((reply) => `${reply} <-- this is it`),
    "another object": wrap(
      (reply) => `${reply}\n{"action": "calculator", "action_input": "1 + 1"}`,
    ),
  }),
  ...group("after", isMarked, {
    "end of turn": wrap((reply) => `${reply}<|im_end|>`),
    "end of text": wrap((reply) => `${reply}</s>`),
    "another turn": wrap((reply) => `${reply}<|im_end|>\n<|im_start|>user\nOk`),
    "blank lines": wrap((reply) => `${reply}\n\n\n`),
    "repeated observation": wrap(
      (reply) => `${reply}\nObservation: \nObservation: `,
    ),
  }),
  ...group("after", isAction, {
    "empty observation": wrap((reply) => `${reply}\nObservation:`),
    "imagined observation": wrap(
      (reply) =>
        `${reply}\nObservation: There is none.\nThought: I know.\nFinal Answer: None at all.`,
    ),
    "imagined observation in bold": wrap(
      (reply) => `${reply}\n**Observation:** None.\n**Final Answer:** None.`,
    ),
    "another action": wrap(
      (reply) =>
        `${reply}\nThought: And then?\nAction: calculator\nAction Input: 1 + 1`,
    ),
  }),
];
const isLineAction = isWritten(["lines"], "action");
const isObjectCall = ({ style, decision }: Draft): boolean =>
  style === "call" &&
  decision.kind === "action" &&
  typeof decision.input !== "string";
const MARKUP = group("form", isObjectCall, {
  "tags with blanks": wrap((reply) =>
    reply.replaceAll("<tool_call>", "< tool_call >"),
  ),
  "DeepSeek's tokens": ({ decision }) => ({
    wrap: [
      () =>
        writeTokens(decision, (name) => `<｜${name.replaceAll("_", "▁")}｜>`),
    ],
  }),
  "DeepSeek's tokens with blanks": ({ decision }) => ({
    wrap: [
      () =>
        writeTokens(decision, (name) => `<｜${name.replaceAll("_", " ")}｜>`),
    ],
  }),
  "tokens with blanks outside": ({ decision }) => ({
    wrap: [() => writeTokens(decision, (name) => `< | ${name} | >`)],
  }),
});

function writeTokens(
  decision: Decision,
  token: (name: string) => string,
): string {
  if (decision.kind === "answer") return decision.output;
  const { tool, input } = decision;
  const json = JSON.stringify(input);
  return `${token("tool_calls_begin")}${token("tool_call_begin")}${tool}${token("tool_sep")}${json}${token("tool_call_end")}${token("tool_calls_end")}`;
}

const BRACKETS = group(
  "form",
  isLineAction,
  Object.fromEntries(
    [
      "TOOL[INPUT]",
      "Thought 1: Look.\nAction 1: TOOL[INPUT]",
      "Thought 1 Look.\nAction 1 TOOL[INPUT]\nObservation 1 None.",
      "I should look that up.\n\nTOOL[INPUT]",
      "Step 2 - Action: TOOL[INPUT]",
      "思考：看看。\n行动：TOOL[INPUT]",
      "**TOOL[INPUT]**",
      "TOOL[INPUT]\nTOOL[fern]",
    ].map((form) => [
      form,
      ({ decision }: Draft) => ({ wrap: [() => writeCall(decision, form)] }),
    ]),
  ),
);

function writeCall(decision: Decision, form: string): string {
  if (decision.kind === "answer") return decision.output;
  const { tool, input } = decision;
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return form.replaceAll("TOOL", tool).replace("INPUT", () => text);
}

const THOUGHT_ANSWERS = group(
  "form",
  isWritten(["lines"], "answer"),
  Object.fromEntries(
    [
      "Thought: That is known. Answer: TEXT",
      "Thought: That is known.\nAnswer: TEXT",
      "**Thought:** That is known. **Answer:** TEXT",
      "1. Thought: That is known.\n2. Answer: TEXT",
      "Thought: That is known.\nSo the answer is: TEXT",
      "Thought 2 I know.\nAction 2 Finish[TEXT]",
      "思考：这个我知道。答案：TEXT",
      "思考：这个我知道。\n答案是：TEXT",
    ].map((form) => [
      form,
      ({ decision }: Draft) => ({
        wrap: [
          () =>
            decision.kind === "answer"
              ? form.replace("TEXT", decision.output)
              : form,
        ],
      }),
    ]),
  ),
);
const ENCODING = group("whole", isMarked, {
  "line ends of Windows": wrap((reply) => reply.replaceAll("\n", "\r\n")),
  indented: wrap((reply) => reply.replaceAll(/^/gm, "  ")),
  "in a tag": wrap((reply) => `<response>\n${reply}\n</response>`),
  "zero-width blanks": wrap((reply) => `\u200B${reply}\u200B`),
});

/** In the order of application. */
export const DEVIATIONS: readonly Deviation[] = [
  ...KEYS,
  ...LABELS,
  ...DECORATION,
  ...NUMBERS,
  ...TAGS,
  ...NAMES,
  ...CALLS,
  ...INPUTS,
  ...JSON_INPUTS,
  ...BELOW,
  ...JSON_SYNTAX,
  ...ASSIGNED,
  ...FENCES,
  ...ESCAPES,
  ...MARKUP,
  ...BRACKETS,
  ...THOUGHT_ANSWERS,
  ...AFTER,
  ...BEFORE,
  ...REASONING,
  ...ENCODING,
];
