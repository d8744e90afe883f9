import { breakAddresses } from "../../document/find-addresses.ts";
import { quoteText, shorten } from "../../text/text.ts";
import type { HistoryMessage } from "../../types/history.ts";
import type { Turn } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";
import type { CommandReply } from "./command-list.ts";

/** In UTF-16 units; fits into one message with the text above it. */
const MAX_SHOWN_SUMMARY = 2_000;

interface Work extends Pick<TurnWork, "turn" | "memory" | "channel" | "texts"> {
  /** The words after the command. */
  readonly argument: string;
}

/**
 * `/memory` shows what is remembered, with buttons for the rest. `/memory
 * export` sends it as a file, `/memory export 17` only what precedes the
 * message with that sequence. `/memory forget` asks for confirmation, and
 * `/memory forget <turn>` confirms the question asked by that turn. That works
 * once, since the question is forgotten, too. Pressing an old button, or one
 * twice, shows what is remembered now.
 */
export async function manageMemory(work: Work): Promise<CommandReply> {
  const { argument, turn, memory, channel, texts } = work;
  const [verb = "", value = ""] = argument.split(/\s+/);
  if (verb === "export") {
    if (!channel.capabilities.files) return { reply: texts.noFiles };
    return (await exportHistory(work, value)) ?? showMemory(work);
  }
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
      ...(work.channel.capabilities.files
        ? [{ label: buttons.export, command: "memory export" }]
        : []),
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

/** Without buttons if nothing is remembered. */
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
      // The model wrote it, perhaps after strangers' texts.
      summary: quoteText(breakAddresses(shorten(summary, MAX_SHOWN_SUMMARY))),
    }),
  });
  return {
    reply: question === "" ? description : `${description}\n\n${question}`,
    buttons: [buttons],
    replacesPressed: true,
  };
}

/** Maximum number of messages in one export. */
const MAX_MESSAGES = 1_000;
/**
 * Until sent, the file is stored as JSON within JSON, at most twice as long; a
 * row holds 2 MB.
 */
const MAX_BYTES = 900_000;
/**
 * In UTF-16 units of at most six bytes, so one message always fits into a file.
 */
const MAX_TEXT = 100_000;
const MAX_SUMMARY = 10_000;

/**
 * Exports the conversation as a JSON file: its newest messages, or the newest
 * before the given sequence. Adds a button for older ones that do not fit.
 * `undefined` if there are none.
 */
async function exportHistory(
  { turn, memory, texts }: Work,
  /** A sequence as typed or sent by a button; anything else means the end. */
  before: string,
): Promise<CommandReply | undefined> {
  const record = await memory.readRecord({
    newest: MAX_MESSAGES + 1,
    ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
  });
  const messages = record?.messages ?? [];
  const { summary } = await memory.recall();
  const lines = takeNewest(messages);
  const first = messages[messages.length - lines.length];
  if (first === undefined) return undefined;
  const hasOlder = lines.length < messages.length;
  const older = {
    label: texts.buttons.older,
    command: `memory export ${first.sequence}`,
  };
  return {
    reply: texts.exported({ messages: lines.length, hasOlder }),
    file: {
      name: `conversation-${toDay(turn.acceptedAt)}.json`,
      content: writeFile({ turn, summary, lines }),
    },
    ...(hasOlder && { buttons: [[older]] }),
  };
}

/** One line of JSON each, oldest first. */
function takeNewest(messages: readonly HistoryMessage[]): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const message of messages.slice(-MAX_MESSAGES).toReversed()) {
    const line = JSON.stringify({
      at: new Date(message.at).toISOString(),
      role: message.role,
      ...(message.origin && { origin: message.origin.kind }),
      text: shorten(message.text, MAX_TEXT),
    });
    bytes += new TextEncoder().encode(line).length;
    if (bytes > MAX_BYTES) break;
    lines.push(line);
  }
  return lines.toReversed();
}

function writeFile({
  turn: { message, acceptedAt },
  summary,
  lines,
}: {
  turn: Turn;
  summary: string | undefined;
  lines: readonly string[];
}): string {
  const head = JSON.stringify({
    conversation: message.conversation,
    exported_at: new Date(acceptedAt).toISOString(),
    ...(summary !== undefined && { summary: shorten(summary, MAX_SUMMARY) }),
  });
  return `${head.slice(0, -1)},"messages":[\n${lines.join(",\n")}\n]}\n`;
}

/** The UTC date, e.g. `2026-11-22`. */
function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, "2026-11-22".length);
}
