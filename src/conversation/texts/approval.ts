import { codeBlock } from "../../text/text.ts";

interface ApprovalTexts {
  /** Follows an answer: an action that needs approval. `input`: JSON. */
  readonly question: (tool: string, input: string, code: string) => string;
  /** Plain text on buttons. */
  readonly run: string;
  readonly doNotRun: string;
  /** Before a code. */
  readonly word: string;
  /** A button was pressed below an old question. */
  readonly isOver: string;
}

export const APPROVAL_TEXTS: Readonly<Record<"en" | "zh", ApprovalTexts>> = {
  en: {
    question: (tool, input, code) =>
      `**This needs your approval.** I have not run \`${tool}\` yet. Its input would be:\n\n${codeBlock(input)}\n\nTo run it once, reply: \`approve ${code}\``,
    run: "Run it once",
    doNotRun: "Do not run it",
    word: "approve",
    isOver:
      "I am not asking that any more, so nothing was run. If you still want it, tell me again.",
  },
  zh: {
    question: (tool, input, code) =>
      `**这一步需要你同意。** \`${tool}\` 还没有运行，它的输入是：\n\n${codeBlock(input)}\n\n如果同意运行一次，请回复：\`同意 ${code}\``,
    run: "同意运行一次",
    doNotRun: "不运行",
    word: "同意",
    isOver:
      "这个问题已经过期，所以什么也没有运行。如果还需要，请再告诉我一次。",
  },
};
