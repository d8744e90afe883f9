import { logError } from "../../runtime/log.ts";
import type { Recollection } from "../../types/history.ts";
import type { ConversationLink } from "../../types/link.ts";
import type { Bot } from "../bot.ts";
import type { Memory } from "../memory.ts";
import { summarise, uniteOrigins } from "../remember/summarise.ts";
import { finder, handSchedulesOn, type Links } from "./links.ts";

interface Work {
  /** The conversation in which a turn has ended. */
  readonly conversation: string;
  /** Of that turn, to which the tokens are added. */
  readonly turn: string;
  readonly bot: Pick<
    Bot,
    "agent" | "maxHistoryTokens" | "memoryStrategy" | "links"
  >;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/**
 * Makes what linked conversations remember part of their home's memory: their
 * windows and summaries of its summary, their reminders of its own. Called
 * after each turn of either while that is not done: not before all turns of the
 * conversation that moved have ended, and again if the model is away. Throws
 * the signal's reason; other failures are logged.
 */
export async function mergeLinked(
  { home, members = [] }: ConversationLink,
  work: Work,
): Promise<void> {
  const { conversation, memory, signal, bot } = work;
  const { links } = bot;
  if (links === undefined) return;
  const into = home ?? conversation;
  const from =
    home === undefined
      ? members.filter((one) => one.isUnmerged).map(({ name }) => name)
      : [conversation];
  const find = finder(conversation, { memory, links });
  for (const name of from)
    try {
      await mergeOne({ name, into }, find, work);
    } catch (error) {
      signal.throwIfAborted();
      logError("linked conversation not merged", { turn: work.turn, error });
    }
}

async function mergeOne(
  { name, into }: { name: string; into: string },
  find: Links["of"],
  { turn, bot, memory, signal }: Work,
): Promise<void> {
  const { members = [] } = await find(into).findLink();
  const isDone = !members.some((one) => one.name === name && one.isUnmerged);
  const { home, newestAt, hasOpenTurns } = await find(name).findLink();
  if (isDone || home !== into || hasOpenTurns) return;
  await handSchedulesOn({ name, into }, find);
  // The home first: forgetting leaves it until last, so what was forgotten
  // meanwhile is either not read or not merged.
  const [known, moved] = [await find(into).recall(), await find(name).recall()];
  const { version } = known;
  const merged = { kind: "merge", name, version, newestAt } as const;
  const isEmpty = moved.messages.length === 0 && moved.summary === undefined;
  if (isEmpty || bot.memoryStrategy === "window") {
    await find(into).changeLink(merged);
    return;
  }
  const result = await summarise({
    model: bot.agent.model,
    tools: bot.agent.tools.map((tool) => tool.name),
    summary: joinSummaries(known, moved),
    messages: moved.messages,
    maxTokens: bot.maxHistoryTokens * 4,
    signal,
  });
  if (result.usage !== undefined) await memory.addUsage(turn, result.usage);
  if (result.kind === "failed") {
    logError("linked conversation not merged", { turn, ...result.failure });
    return;
  }
  const summaryFrom = uniteOrigins(
    known.summaryFrom ?? [],
    moved.summaryFrom ?? [],
    moved.messages.flatMap(({ dataFrom = [] }) => dataFrom),
  );
  await find(into).changeLink({
    ...merged,
    summary: result.summary,
    ...(summaryFrom.length > 0 && { summaryFrom }),
  });
}

function joinSummaries(...all: readonly Recollection[]): string | undefined {
  const summaries = all.flatMap(({ summary }) => summary ?? []);
  return summaries.length === 0 ? undefined : summaries.join("\n");
}
