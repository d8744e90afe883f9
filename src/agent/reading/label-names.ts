export type LabelKind =
  | "input"
  | "action"
  | "thought"
  | "observation"
  | "question"
  | "final"
  /** "Answer:", "AI:": a final answer only where one is due. */
  | "answer";

const FIELDS =
  "input|inputs|argument|arguments|args|parameter|parameters".split("|");

/** What models write in front of the colon, in any case. */
export const LABEL_NAMES: Readonly<Record<LabelKind, readonly string[]>> = {
  input: [
    ...combine(["action", "tool"], ["", " ", "_", "-"], FIELDS),
    ...FIELDS,
    ..."行动输入|动作输入|工具输入|操作输入|输入|参数".split("|"),
  ],
  action: [
    ...combine(["action", "tool"], ["", " ", "_"], ["name"]),
    ..."action|tool|行动|动作|操作|工具|工具名称".split("|"),
  ],
  thought: "thought|thoughts|thinking|reasoning|思考|想法".split("|"),
  observation: "observation|observations|观察|观察结果".split("|"),
  question: "question|human|user|问题|用户".split("|"),
  final: [
    ...combine(["final"], ["", " ", "_", "-"], ["answer", "response", "reply"]),
    ..."最终答案|最终回答|最终回复".split("|"),
  ],
  answer: "answer|response|ai|assistant|答案|回答".split("|"),
};

function combine(
  firsts: readonly string[],
  separators: readonly string[],
  seconds: readonly string[],
): string[] {
  return firsts.flatMap((first) =>
    separators.flatMap((separator) =>
      seconds.map((second) => first + separator + second),
    ),
  );
}
