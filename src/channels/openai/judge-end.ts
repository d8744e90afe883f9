import type { Problem } from "../../channel.ts";
import type { Turn, TurnEvent } from "../../turn.ts";
import { failedTurn, FORGOTTEN } from "../turn-problems.ts";

/** Whether there is an answer to complete the chat with. */
export type Judgement =
  | { readonly kind: "answered"; readonly turn: Turn }
  | { readonly kind: "refused"; readonly problem: Problem };

const DAY_MS = 86_400_000;

export function judgeEnd(
  end: Extract<TurnEvent, { type: "end" | "forgotten" }>,
  { now = Date.now }: { now?: () => number } = {},
): Judgement {
  if (end.type === "forgotten") return { kind: "refused", problem: FORGOTTEN };
  const { turn } = end;
  if (turn.status === "failed")
    return { kind: "refused", problem: failedTurn(turn) };
  return isUnasked(turn)
    ? { kind: "refused", problem: spentBudget(turn, now()) }
    : { kind: "answered", turn };
}

/** What is said without a model being asked, and without the turn being stopped, is that the day's budget is spent. */
function isUnasked({ usage, steps, isStopped }: Turn): boolean {
  return usage.modelCalls === 0 && steps.length === 0 && isStopped !== true;
}

/** Budgets are those of days in UTC. */
function spentBudget({ reply = "" }: Turn, now: number): Problem {
  return {
    status: 429,
    slug: "budget-spent",
    title: "The day's budget is spent",
    detail: reply,
    retryAfterSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000),
  };
}
