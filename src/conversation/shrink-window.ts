import type { Memory, Recollection } from "../ports.ts";
import { describeError } from "./describe-error.ts";
import type { Bot } from "./settling.ts";
import { summarise } from "./summarise.ts";
import { countTokens, nextWindowStart } from "./window.ts";

/** A window of more than this many times its budget is cut without a summary, if need be. */
const MAX_OVERGROWTH = 2;

/**
 * Cuts the window behind a turn that has made it too large. With the strategy `summary` what is cut is folded into the
 * summary first; if that fails, everything stays in the window until after the next turn, unless it has grown beyond
 * twice its budget. The turn is over already: never throws, and tells of failures in the log alone.
 */
export async function shrinkWindow({
  turn,
  bot,
  memory,
  signal,
}: {
  /** The id of the turn that was answered. */
  turn: string;
  bot: Pick<Bot, "agent" | "maxHistoryTokens" | "memoryStrategy">;
  memory: Memory;
  signal: AbortSignal;
}): Promise<void> {
  try {
    const recollection = await memory.recall();
    const { messages: window, version } = recollection;
    // Commands and failed turns are not remembered: they make nothing too large.
    if (window.at(-1)?.turn !== turn) return;
    const to = nextWindowStart({ window, maxTokens: bot.maxHistoryTokens });
    if (to === undefined) return;
    if (bot.memoryStrategy === "window")
      await memory.moveWindow({ version, to });
    else
      await summariseAndMove({ turn, bot, memory, recollection, to, signal });
  } catch (error) {
    if (!signal.aborted) logFailure(turn, describeError(error));
  }
}

async function summariseAndMove({
  turn,
  bot: { agent, maxHistoryTokens: maxTokens },
  memory,
  recollection: { summary, messages: window, version },
  to,
  signal,
}: {
  turn: string;
  bot: Pick<Bot, "agent" | "maxHistoryTokens">;
  memory: Memory;
  recollection: Recollection;
  to: number;
  signal: AbortSignal;
}): Promise<void> {
  const { model } = agent;
  const messages = window.filter(({ sequence }) => sequence < to);
  const result = await summarise({
    model,
    summary,
    messages,
    maxTokens,
    signal,
  });
  if (result.usage !== undefined) await memory.addUsage(turn, result.usage);
  if (result.kind === "summarised") {
    await memory.moveWindow({ version, to, summary: result.summary });
    return;
  }
  const isCut = countTokens(window) > maxTokens * MAX_OVERGROWTH;
  logFailure(turn, { ...result.failure, isCut });
  if (isCut)
    await memory.moveWindow({
      version,
      to,
      ...(summary !== undefined && { summary }),
    });
}

function logFailure(turn: string, details: object): void {
  const event = "history not summarised";
  console.error(JSON.stringify({ event, turn, ...details }));
}
