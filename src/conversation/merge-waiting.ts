import type { Channel } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";
import type { Memory } from "../ports.ts";
import type { Turn } from "../turn.ts";

/** `author`: messages of one person that have piled up are answered together. */
export type MergeRule = "author" | "off";

/** As long as a single message may be. */
const MAX_LENGTH = 32_000;

/**
 * Makes one turn of a turn that begins and those that wait right behind it, where they are plain texts of the same author:
 * whoever writes in bursts wants one answer. Commands, attachments and answers to other messages stay by themselves. Only
 * where replies are sent: who fetches them waits for a reply to each message. Returns the turn to go on with.
 */
export async function mergeWaiting({
  turn,
  rule = "off",
  memory,
  channel,
}: {
  /** Not worked on before, so that nothing that it has done is behind the others. */
  turn: Turn;
  rule?: MergeRule | undefined;
  memory: Memory;
  channel: Pick<Channel, "capabilities">;
}): Promise<Turn> {
  const isSent = channel.capabilities.maxPartLength !== null;
  if (rule === "off" || !isSent || turn.isStopped || !isPlain(turn.message))
    return turn;
  const others = takeFollowing(turn.message, await memory.waitingTurns());
  if (others.length === 0) return turn;
  const merged = await memory.mergeTurns(
    turn.id,
    others.map(({ id }) => id),
    mergeMessages([turn, ...others].map(({ message }) => message)),
  );
  return merged ?? turn;
}

function takeFollowing(
  first: IncomingMessage,
  waiting: readonly Turn[],
): readonly Turn[] {
  let length = first.text.length;
  const end = waiting.findIndex(({ message, isStopped }) => {
    length += SEPARATOR.length + message.text.length;
    return !(
      isPlain(message) &&
      message.quoted === undefined &&
      message.author.id === first.author.id &&
      message.channel === first.channel &&
      isStopped === undefined &&
      length <= MAX_LENGTH
    );
  });
  if (end === -1) return waiting;
  // An edit takes the place of the message before it, which has to be a turn of its own for that.
  const isEdited = waiting[end]?.message.isEdit === true;
  return waiting.slice(0, isEdited ? Math.max(end - 1, 0) : end);
}

function isPlain({
  command,
  attachments,
  text,
  isEdit,
}: IncomingMessage): boolean {
  return (
    command === undefined &&
    attachments.length === 0 &&
    text.trim() !== "" &&
    isEdit === undefined
  );
}

const SEPARATOR = "\n\n";

/** The answer goes to where the last one came from: it is the newest that people see. */
function mergeMessages(messages: readonly IncomingMessage[]): IncomingMessage {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined)
    throw new Error("There is no message to merge.");
  const text = messages.map((message) => message.text).join(SEPARATOR);
  return { ...first, text, replyTo: last.replyTo };
}
