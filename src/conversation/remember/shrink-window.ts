import { logError } from "../../runtime/log.ts";
import type { HistoryMessage, Recollection } from "../../types/history.ts";
import type { LinkedConversation } from "../../types/link.ts";
import type { Bot } from "../bot.ts";
import { mergeLinked } from "../linked/merge-linked.ts";
import type { Memory } from "../memory.ts";
import { summarise, uniteOrigins } from "./summarise.ts";

/** Factor by which the window may exceed its budget while its summary waits. */
const MAX_DEFERRED = 2;
/** The same while its summary fails; then messages leave without one. */
const MAX_FAILED = 4;

/**
 * The newest turn may exceed the window and leave with it: two messages, which
 * a summary's prompt shows with 2,000 characters each.
 */
const NEWEST_TURN_TOKENS = 4_000;

interface ShrinkingWork {
  /** The id of the turn that has ended, or is running. */
  readonly turn: string;
  readonly bot: Pick<Bot, "agent" | "maxHistoryTokens" | "memoryStrategy">;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/**
 * Cuts the window after a turn if it exceeds its budget. With the strategy
 * `summary`, the model first folds the leaving messages into the summary. That
 * is deferred while other turns are open, until the window exceeds twice its
 * budget, and retried after the next turn if it fails, until the window exceeds
 * four times its budget: then the messages leave even if there is no new
 * summary. A message that arrives meanwhile waits for `summarise`, 15 seconds
 * at most. Never throws, since the turn is over: failures are logged.
 */
export async function shrinkWindow({
  conversation,
  ...work
}: ShrinkingWork & {
  conversation: string;
  bot: Pick<Bot, "links">;
}): Promise<void> {
  const { turn, bot, memory, signal } = work;
  try {
    let recollection = await memory.recall();
    const { link } = recollection;
    if (link?.home !== undefined || link?.members?.some(isUnmerged)) {
      await mergeLinked(link, { ...work, conversation });
      recollection = await memory.recall();
    }
    const maxTokens = bot.maxHistoryTokens;
    await shrink(recollection, { ...work, maxTokens });
  } catch (error) {
    if (!signal.aborted) logFailure(turn, { error });
  }
}

/**
 * Cuts the window by at least `excessTokens`, since a prompt with it exceeds
 * the model's context. With the strategy `summary`, the leaving messages are
 * folded into the summary; if that fails, they leave all the same. Returns
 * whether any left. Throws the signal's reason, and what `memory` throws.
 */
export async function shrinkToFit({
  excessTokens,
  ...work
}: ShrinkingWork & { excessTokens: number }): Promise<boolean> {
  const recollection = await work.memory.recall();
  const tokens = countTokens(recollection.messages);
  const maxTokens = Math.max(0, tokens - excessTokens);
  return shrink(recollection, { ...work, maxTokens, isUrgent: true });
}

function isUnmerged(linked: LinkedConversation): boolean {
  return linked.isUnmerged === true;
}

interface Shrinking extends ShrinkingWork {
  /** Of the window. */
  readonly maxTokens: number;
  /** The messages leave now, also without a summary. */
  readonly isUrgent?: boolean;
}

/** Returns whether the window is too large. */
async function shrink(
  recollection: Recollection,
  shrinking: Shrinking,
): Promise<boolean> {
  const { bot, memory, maxTokens } = shrinking;
  const { messages: window, version } = recollection;
  const to = nextWindowStart({ window, maxTokens });
  if (to === undefined) return false;
  if (bot.memoryStrategy === "window") await memory.moveWindow({ version, to });
  else await summariseAndMove(recollection, to, shrinking);
  return true;
}

async function summariseAndMove(
  { summary, summaryFrom = [], messages: window, version }: Recollection,
  to: number,
  {
    turn,
    bot: { agent },
    memory,
    maxTokens,
    isUrgent = false,
    signal,
  }: Shrinking,
): Promise<void> {
  const tokens = countTokens(window);
  const isDue = isUrgent || tokens > maxTokens * MAX_DEFERRED;
  if (!isDue && (await canWait({ turn, window, memory }))) return;

  const leaving = window.filter(({ sequence }) => sequence < to);
  const origins = uniteOrigins(
    summaryFrom,
    leaving.flatMap(({ dataFrom = [] }) => dataFrom),
  );
  const result = await summarise({
    model: agent.model,
    tools: agent.tools.map(({ name }) => name),
    summary,
    messages: leaving,
    maxTokens: maxTokens * MAX_FAILED + NEWEST_TURN_TOKENS,
    signal,
  });
  if (result.usage !== undefined) await memory.addUsage(turn, result.usage);
  if (result.kind === "summarised") {
    await memory.moveWindow({
      version,
      to,
      summary: result.summary,
      ...(origins.length > 0 && { summaryFrom: origins }),
    });
    return;
  }
  const isCut = isUrgent || tokens > maxTokens * MAX_FAILED;
  logFailure(turn, { ...result.failure, isCut });
  if (isCut)
    await memory.moveWindow({
      version,
      to,
      ...(summary !== undefined && { summary }),
      ...(summaryFrom.length > 0 && { summaryFrom }),
    });
}

/** Whether to leave the summary to a later turn. */
async function canWait({
  turn,
  window,
  memory,
}: {
  turn: string;
  window: readonly HistoryMessage[];
  memory: Memory;
}): Promise<boolean> {
  if ((await memory.nextOpen()) !== undefined) return true;
  if (window.at(-1)?.turn === turn) return false;
  // Commands and notices should not cost tokens. But a turn may have failed
  // because the window is too large.
  return (await memory.findTurn(turn))?.status !== "failed";
}

function logFailure(turn: string, details: object): void {
  logError("history not summarised", { turn, ...details });
}

/** The share of the budget that remains after a cut. */
const KEPT_SHARE = 0.6;

/**
 * The start of the next window: the first message of a turn, so that at most 60
 * % of `maxTokens` are used. Cutting a lot at once keeps the beginning of the
 * prompt stable for many turns, which providers' prompt caches need. The newest
 * turn stays if it alone fits into `maxTokens`; otherwise it leaves as well,
 * since it would make every later prompt too long. `undefined` if nothing has
 * to be cut.
 */
export function nextWindowStart({
  window,
  maxTokens,
}: {
  /** Oldest first. */
  window: readonly HistoryMessage[];
  maxTokens: number;
}): number | undefined {
  const newest = window.at(-1);
  let tokens = countTokens(window);
  if (newest === undefined || tokens <= maxTokens) return undefined;
  for (const [index, { turn, sequence, tokens: own }] of window.entries()) {
    const isTurnBorder = turn !== window[index - 1]?.turn;
    const room = turn === newest.turn ? maxTokens : maxTokens * KEPT_SHARE;
    if (isTurnBorder && tokens <= room) return sequence;
    tokens -= own;
  }
  return newest.sequence + 1;
}

export function countTokens(messages: readonly HistoryMessage[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}
