import type { HistoryMessage } from "../../history.ts";
import { shorten } from "../../text.ts";
import type { Turn } from "../../turn.ts";
import type { Memory } from "../memory.ts";
import type { Texts } from "../texts.ts";
import { toDay } from "../to-day.ts";
import type { CommandReply } from "./command-reply.ts";

/** So many messages are read at once. */
const MAX_MESSAGES = 1_000;
/** The file is stored until it is sent, as JSON within JSON: at most twice as long, and 2 MB fit into a row. */
const MAX_BYTES = 900_000;
/** In UTF-16 units, of which each takes up to six bytes: a message fits into any file. */
const MAX_TEXT = 100_000;
const MAX_SUMMARY = 10_000;

/**
 * The conversation as a JSON file: its newest messages, or the newest before the one with the given sequence. Where older
 * ones have no room, a button asks for these. `undefined` where there are none.
 */
export async function exportHistory({
  before,
  turn,
  memory,
  texts,
}: {
  /** A sequence as a person or a button writes it; anything else stands for the end. */
  before: string;
  turn: Turn;
  memory: Memory;
  texts: Texts;
}): Promise<CommandReply | undefined> {
  const record = await memory.read({
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

/** Each as a line of JSON, oldest first. */
function takeNewest(messages: readonly HistoryMessage[]): readonly string[] {
  const lines: string[] = [];
  let bytes = 0;
  for (const message of messages.slice(-MAX_MESSAGES).toReversed()) {
    const line = JSON.stringify({
      at: new Date(message.at).toISOString(),
      role: message.role,
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
