import type { Channel } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";
import type { Memory } from "./memory.ts";
import type { Turn } from "../turn.ts";
import { findRestOfAlbum } from "./album.ts";
import { mergeMessages, SEPARATOR } from "./merge-messages.ts";

/** `author`: messages of one person that have piled up are answered together. */
export type MergeRule = "author" | "off";

/** As long as a single message may be. */
const MAX_LENGTH = 32_000;

/**
 * Makes one turn of a turn that begins and those that wait right behind it, where they are plain texts of the same author,
 * or texts that they pass on: whoever writes in bursts wants one answer, and a comment on what is passed on comes before
 * it. Commands, attachments and answers to other messages stay by themselves; but an album is one turn, whatever the
 * rule. Only where replies are sent: who fetches them waits for a reply to each message. Returns the turn to go on with.
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
  const { message, isStopped } = turn;
  const isSent = channel.capabilities.maxPartLength !== null;
  const isBurst = rule === "author" && isPlain(message);
  const isAlbum = message.album !== undefined;
  if (!isSent || isStopped || !(isBurst || isAlbum)) return turn;
  const waiting = await memory.waitingTurns();
  const others = isAlbum
    ? findRestOfAlbum(turn, waiting)
    : takeFollowing(message, waiting);
  if (others.length === 0) return turn;
  const merged = await memory.mergeTurns(
    turn.id,
    others.map(({ id }) => id),
    mergeMessages([message, ...others.map((other) => other.message)]),
  );
  return merged ?? turn;
}

function takeFollowing(
  first: IncomingMessage,
  waiting: readonly Turn[],
): readonly Turn[] {
  let length = lengthOf(first);
  const end = waiting.findIndex(({ message, isStopped }) => {
    length += SEPARATOR.length + lengthOf(message);
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

/** Without attachments, which are read one by one. */
function isPlain({
  command,
  attachments,
  text,
  forwarded = [],
  isEdit,
}: IncomingMessage): boolean {
  return (
    command === undefined &&
    attachments.length === 0 &&
    forwarded.every((passedOn) => passedOn.attachments === undefined) &&
    (text.trim() !== "" || forwarded.length > 0) &&
    isEdit === undefined
  );
}

function lengthOf({ text, forwarded = [] }: IncomingMessage): number {
  return forwarded.reduce(
    (sum, quoted) => sum + quoted.text.length,
    text.length,
  );
}
