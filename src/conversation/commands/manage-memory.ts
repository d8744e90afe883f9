import { quoteText, shorten } from "../../text.ts";
import type { Turn } from "../../turn.ts";
import type { Memory } from "../memory.ts";
import type { Texts } from "../texts.ts";
import { toDay } from "../to-day.ts";
import type { CommandReply } from "./command-reply.ts";
import { exportHistory } from "./export-history.ts";

/** In UTF-16 units: it fits into one message with what stands above it. */
const MAX_SUMMARY = 2_000;

interface Work {
  /** The words behind the command. */
  readonly argument: string;
  readonly turn: Turn;
  readonly memory: Memory;
  readonly texts: Texts;
}

/**
 * `/memory` shows what is remembered, with buttons for the rest: `/memory export` sends it as a file, `/memory export 17`
 * only what is before the message with that sequence. `/memory forget` asks once more, and `/memory forget <turn>` is the
 * answer to the question of that turn. It counts once: with the rest, the question is forgotten. Whoever presses an old
 * button, or one twice, is shown what is remembered then.
 */
export async function manageMemory(work: Work): Promise<CommandReply> {
  const { argument, turn, memory, texts } = work;
  const [verb = "", value = ""] = argument.split(/\s+/);
  if (verb === "export")
    return (
      (await exportHistory({ before: value, turn, memory, texts })) ??
      showMemory(work)
    );
  if (verb !== "forget") return showMemory(work);
  if (value === "") return askToForget(work);
  if ((await memory.findTurn(value)) === undefined) return showMemory(work);
  const forgotten = await memory.forget({ before: turn.id });
  return { reply: texts.forgotten(forgotten), replacesPressed: true };
}

async function showMemory(work: Work): Promise<CommandReply> {
  const { buttons } = work.texts;
  return describeMemory(work, {
    buttons: [
      { label: buttons.export, command: "memory export" },
      { label: buttons.forget, command: "memory forget" },
    ],
  });
}

async function askToForget(work: Work): Promise<CommandReply> {
  const { buttons, reallyForget } = work.texts;
  return describeMemory(work, {
    question: reallyForget,
    buttons: [
      { label: buttons.confirm, command: `memory forget ${work.turn.id}` },
      { label: buttons.keep, command: "memory" },
    ],
  });
}

/** Without buttons where there is nothing to be done. */
async function describeMemory(
  { memory, texts }: Work,
  {
    question = "",
    buttons,
  }: { question?: string; buttons: NonNullable<CommandReply["buttons"]>[0] },
): Promise<CommandReply> {
  const { messages, since } = await memory.measureHistory();
  if (since === undefined)
    return { reply: texts.nothingRemembered, replacesPressed: true };
  const { messages: seen, summary } = await memory.recall();
  const description = texts.memory({
    messages,
    seen: seen.length,
    since: toDay(since),
    ...(summary !== undefined && {
      summary: quoteText(shorten(summary, MAX_SUMMARY)),
    }),
  });
  return {
    reply: question === "" ? description : `${description}\n\n${question}`,
    buttons: [buttons],
    replacesPressed: true,
  };
}
