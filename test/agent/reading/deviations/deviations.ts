import {
  group,
  hasObject,
  isAction,
  isMarked,
  type Deviation,
} from "./deviation.ts";
import type { Draft } from "./draft.ts";
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
  ...AFTER,
  ...BEFORE,
  ...REASONING,
  ...ENCODING,
];
