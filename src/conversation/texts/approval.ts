interface ApprovalTexts {
  /** An action that needs approval. `input`: a Markdown list. */
  readonly question: (tool: string, input: string) => string;
  /** How to answer without buttons. */
  readonly how: (code: string) => string;
  readonly byTeam: string;
  /** Plain text on buttons. */
  readonly run: string;
  readonly doNotRun: string;
}

export const APPROVAL_TEXTS: Readonly<Record<"en" | "zh", ApprovalTexts>> = {
  en: {
    question: (tool, input) =>
      `**This needs your approval.** I have not run \`${tool}\` yet. It would run with:\n\n${input}`,
    how: (code) =>
      `To run it once, reply: \`approve ${code}\`. If not: \`refuse ${code}\``,
    byTeam: "A person of the team has to approve it. I go on then.",
    run: "Run it once",
    doNotRun: "Do not run it",
  },
  zh: {
    question: (tool, input) =>
      `**这一步需要你同意。** \`${tool}\` 还没有运行，它会这样运行：\n\n${input}`,
    how: (code) =>
      `如果同意运行一次，请回复：\`同意 ${code}\`；不同意：\`拒绝 ${code}\``,
    byTeam: "需要团队成员同意，之后我会接着做。",
    run: "同意运行一次",
    doNotRun: "不运行",
  },
};

interface PauseTexts {
  /** Below choices without buttons. */
  readonly howToChoose: string;
  /** A question's message once it is answered; names are plain Markdown. */
  readonly decided: (what: string, by: string) => string;
  /** Nothing was done, since the question was answered before. */
  readonly wasAnswered: Readonly<
    Record<"approve" | "refuse" | "choose" | "say" | "go-on", string>
  >;
  readonly isOver: string;
  readonly notTheirs: string;
  /** It could not be claimed a moment ago, and can be now. */
  readonly again: string;
  /** Nothing was done, since the conversation is left to the team. */
  readonly waits: string;
  /** Left to the team when it may have been done. */
  readonly hasBegun: string;
}

export const PAUSE_TEXTS: Readonly<Record<"en" | "zh", PauseTexts>> = {
  en: {
    howToChoose: "Reply with a number, or in your own words.",
    decided: (what, by) => `✓ ${what} — ${by}`,
    wasAnswered: {
      // It may be waiting still, or was stopped.
      approve: "That was approved before, so I did nothing.",
      refuse: "That was refused before, so I did nothing.",
      choose: "That was answered before, so I did nothing.",
      say: "That was answered before, so I did nothing.",
      "go-on": "I have already gone on from there.",
    },
    isOver:
      "This question has expired, so nothing was done. If you still want it, tell me again.",
    notTheirs:
      "That is not yours to decide, so nothing has changed: the question still waits for somebody else.",
    again: "Please answer the question once more.",
    waits:
      "The team has this conversation now, so nothing was done. The question still waits: please answer it again when I am back.",
    hasBegun:
      "The team has this conversation now. What you answered may have been done before: they see what came of it.",
  },
  zh: {
    howToChoose: "请回复编号，或者用你自己的话回答。",
    decided: (what, by) => `✓ ${what} — ${by}`,
    wasAnswered: {
      approve: "之前已经同意过，这次什么也没有做。",
      refuse: "之前已经拒绝，这次什么也没有做。",
      choose: "之前已经回答过，这次什么也没有做。",
      say: "之前已经回答过，这次什么也没有做。",
      "go-on": "我已经从那里接着写过了。",
    },
    isOver: "这个问题已经过期，所以什么也没有做。如果还需要，请再告诉我一次。",
    notTheirs: "这件事不由你决定，所以什么也没有改变：问题还在等别人回答。",
    again: "请再回答一次这个问题。",
    waits:
      "这个对话现在由团队处理，所以什么也没有做。问题还在等待：等我回来以后，请再回答一次。",
    hasBegun:
      "这个对话现在由团队处理。你回答的那一步可能之前已经做了，团队能看到结果。",
  },
};
