import type { BudgetLimits, BudgetScope, PersonUsage } from "../budget.ts";
import { describeWait } from "./describe-wait.ts";

/** What Parley says of budgets. */
export interface BudgetTexts {
  /** Too little is left of the day's budget for an answer. `busy`: others are being answered with the rest of it. */
  budgetSpent(options: {
    kind: "spent" | "busy";
    scope: BudgetScope;
    waitMs: number;
  }): string;
  /** Said once a minute: others that come in it get no reply. */
  tooManyMessages(options: { limit: number; waitMs: number }): string;
  /** Leaves out what has no limit: it is not counted. */
  usage(options: PersonUsage & { limits: BudgetLimits }): string;
  noLimits: string;
}

const english: BudgetTexts = {
  budgetSpent: ({ kind, scope, waitMs }) => {
    if (kind === "busy")
      return "I am answering as many messages as today's budget allows at once. Please ask me again in a few minutes.";
    const budget = {
      person: "Your budget for today",
      channel: "Today's budget for this channel",
      everybody: "Today's budget, which everybody here shares,",
    }[scope];
    return `${budget} is too low for an answer. It resets ${describeWait(waitMs, "en")}: please ask me again then.`;
  },
  tooManyMessages: ({ limit, waitMs }) =>
    `That was too fast for me: I take ${limit} messages a minute from each person. I do not answer this one, nor others that come before the minute is over. Please send them again ${describeWait(waitMs, "en")}.`,
  usage: ({ tokens, messages, waitMs, limits }) => {
    const { userDailyTokens, messagesPerMinute } = limits;
    const lines = [
      ...(countsTokens(limits)
        ? [
            `- tokens: ${withCommas(tokens)}${userDailyTokens > 0 ? ` of ${withCommas(userDailyTokens)}` : ""} (pieces of words: yours, mine, and what I read for my answers)`,
          ]
        : []),
      ...(messagesPerMinute > 0
        ? [
            `- messages: ${withCommas(messages)} (I take ${messagesPerMinute} a minute)`,
          ]
        : []),
    ];
    return `What you have used today:\n\n${lines.join("\n")}\n\nResets ${describeWait(waitMs, "en")}.`;
  },
  noLimits: "Nothing is counted here: use me as much as you like.",
};

const chinese: BudgetTexts = {
  budgetSpent: ({ kind, scope, waitMs }) => {
    if (kind === "busy")
      return "同时在回答的消息太多，今天的额度暂时不够。请过几分钟再问我。";
    const budget = {
      person: "你今天的额度",
      channel: "这个渠道今天的额度",
      everybody: "今天大家共用的额度",
    }[scope];
    return `${budget}不够回答这条消息了，${describeWait(waitMs, "zh")}重置，到时请再问我。`;
  },
  tooManyMessages: ({ limit, waitMs }) =>
    `发得太快了：每个人每分钟我最多收 ${limit} 条消息。这一条和这一分钟里后面的消息我都不回答，请在${describeWait(waitMs, "zh")}再发一次。`,
  usage: ({ tokens, messages, waitMs, limits }) => {
    const { userDailyTokens, messagesPerMinute } = limits;
    const lines = [
      ...(countsTokens(limits)
        ? [
            `- token：${withCommas(tokens)}${userDailyTokens > 0 ? ` / ${withCommas(userDailyTokens)}` : ""}（你写的、我写的，还有我为回答而读的内容）`,
          ]
        : []),
      ...(messagesPerMinute > 0
        ? [
            `- 消息：${withCommas(messages)}（每分钟最多 ${messagesPerMinute} 条）`,
          ]
        : []),
    ];
    return `你今天用了：\n\n${lines.join("\n")}\n\n${describeWait(waitMs, "zh")}重置。`;
  },
  noLimits: "这里不计用量，随便用。",
};

export const budgetTexts = { english, chinese };

function countsTokens({
  userDailyTokens,
  globalDailyTokens,
}: BudgetLimits): boolean {
  return userDailyTokens > 0 || globalDailyTokens > 0;
}

function withCommas(count: number): string {
  return count.toLocaleString("en");
}
