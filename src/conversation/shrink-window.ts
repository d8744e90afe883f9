import { logError } from "../log.ts";
import type { HistoryMessage, Recollection } from "../history.ts";
import type { Bot } from "./bot.ts";
import type { Memory } from "./memory.ts";
import { summarise } from "./summarise.ts";

/** Up to so many times its budget a window may grow while its summary is put off or fails. */
const MAX_OVERGROWTH = 2;

/**
 * Cuts the window after a turn when it has grown too large. With the strategy `summary` what is cut is folded into the
 * summary first. That is put off while other turns are open, and tried again after the next turn when it fails, until
 * the window is larger than twice its budget: then others wait for the summary, and what is cut leaves without one if
 * need be. A message that arrives meanwhile waits for `summarise`, 15 seconds at most. The turn is over already: never
 * throws; failures go to the log alone.
 */
export async function shrinkWindow({
  turn,
  bot,
  memory,
  signal,
}: {
  /** The id of the turn that is over. */
  turn: string;
  bot: Pick<Bot, "agent" | "maxHistoryTokens" | "memoryStrategy">;
  memory: Memory;
  signal: AbortSignal;
}): Promise<void> {
  try {
    const recollection = await memory.recall();
    const { messages: window, version } = recollection;
    const to = nextWindowStart({ window, maxTokens: bot.maxHistoryTokens });
    if (to === undefined) return;
    if (bot.memoryStrategy === "window")
      await memory.moveWindow({ version, to });
    else
      await summariseAndMove({ turn, bot, memory, recollection, to, signal });
  } catch (error) {
    if (!signal.aborted) logFailure(turn, { error });
  }
}

async function summariseAndMove({
  turn,
  bot: { agent, maxHistoryTokens: maxTokens },
  memory,
  recollection: { summary, summaryFrom = [], messages: window, version },
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
  const limit = maxTokens * MAX_OVERGROWTH;
  const isOvergrown = countTokens(window) > limit;
  if (!isOvergrown && (await canWait({ turn, window, memory }))) return;

  const leaving = window.filter(({ sequence }) => sequence < to);
  const origins = unite(
    summaryFrom,
    leaving.flatMap(({ dataFrom = [] }) => dataFrom),
  );
  const result = await summarise({
    model: agent.model,
    summary,
    messages: leaving,
    maxTokens: limit,
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
  logFailure(turn, { ...result.failure, isCut: isOvergrown });
  if (isOvergrown)
    await memory.moveWindow({
      version,
      to,
      ...(summary !== undefined && { summary }),
      ...(summaryFrom.length > 0 && { summaryFrom }),
    });
}

/** Each once. There are as many as a deployment has tools that read; the state is small. */
function unite(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, 100);
}

/** Whether the summary is better left to a later turn. */
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
  // Commands and notices are to cost nothing. A turn that failed may have done so because of the window's size.
  return (await memory.findTurn(turn))?.status !== "failed";
}

function logFailure(turn: string, details: object): void {
  logError("history not summarised", { turn, ...details });
}

/** What stays of a window that has grown too large. */
const KEPT_SHARE = 0.6;

/**
 * Where a window that has grown too large begins next: a turn's first message, so that at most 60 % of `maxTokens` are
 * used. Cutting much at once keeps the beginning of the prompt the same for many turns, which is what providers' prompt
 * caches need. The newest turn stays while it alone fits into `maxTokens`. One that does not would make every later
 * prompt too long: it leaves as well, and the window begins after it. `undefined` while nothing has to be cut.
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
