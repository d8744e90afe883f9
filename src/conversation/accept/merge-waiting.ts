import { createEitherSignal, sleep } from "../../runtime/abort.ts";
import {
  MAX_MESSAGE_LENGTH,
  type IncomingMessage,
} from "../../types/message.ts";
import type { Turn } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";

/**
 * Merges a starting turn with those waiting right after it, if all are plain
 * texts of the same author in the same chat, or texts that they forward: people
 * who write in bursts want one answer, and a comment on a forwarded message
 * comes before it.
 * Commands, attachments and replies to other messages are not merged; an album
 * always is, whatever `merge` says. Merges only if replies are sent: clients
 * that fetch them expect one for each message. Returns the turn to continue
 * with.
 */
export async function mergeWaiting(
  /** Without steps, which would not have considered the others. */
  turn: Turn,
  { bot, memory, channel }: Pick<TurnWork, "bot" | "memory" | "channel">,
): Promise<Turn> {
  const { message, isStopped } = turn;
  const isSent = channel.capabilities.maxPartLength !== null;
  const isBurst =
    bot.merge === "author" &&
    !channel.capabilities.answersEach &&
    isPlain(message);
  const isAlbum = message.album !== undefined;
  if (!isSent || isStopped || !(isBurst || isAlbum)) return turn;
  const waiting = await memory.waitingTurns();
  const others = isAlbum
    ? findRestOfAlbum(turn, waiting)
    : takeFollowing(message, waiting);
  const last = others.at(-1);
  if (last === undefined) return turn;
  const merged = await memory.mergeTurns(
    turn.id,
    others.map(({ id }) => id),
    {
      ...message,
      ...joinContents([message, ...others.map((other) => other.message)]),
      // The newest that people see.
      replyTo: last.message.replyTo,
    },
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
      message.quotedId === undefined &&
      message.author.id === first.author.id &&
      message.channel === first.channel &&
      message.via === first.via &&
      isStopped === undefined &&
      length <= MAX_MESSAGE_LENGTH
    );
  });
  if (end === -1) return waiting;
  // An edit replaces the previous message, whose turn must not be merged.
  const isEdited = waiting[end]?.message.isEdit === true;
  return waiting.slice(0, isEdited ? Math.max(end - 1, 0) : end);
}

/** Attachments are read one by one. */
function isPlain({
  command,
  answers,
  origin,
  attachments,
  text,
  forwarded = [],
  forwardedId,
  isEdit,
}: IncomingMessage): boolean {
  return (
    command === undefined &&
    answers === undefined &&
    origin === undefined &&
    forwardedId === undefined &&
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

/** The messages of an album arrive within some tenths of a second. */
const SETTLE_MS = 1_000;
/** The first message waits no longer than this. */
const MAX_WAIT_MS = 5_000;
/** Telegram's limit (https://core.telegram.org/bots/api#sendmediagroup). */
const MAX_SIZE = 10;

/** Up to nine waiting turns with other messages of the same album. */
function findRestOfAlbum(
  { id, message: { album, author, isAside } }: Turn,
  waiting: readonly Turn[],
): readonly Turn[] {
  if (album === undefined || isAside) return [];
  const others = waiting.filter((turn) => turn.id !== id);
  // An edit replaces the previous message, whose turn must not be merged.
  const isEdited = (index: number): boolean =>
    others[index]?.message.isEdit === true;
  if (isEdited(0)) return [];
  return others
    .filter(
      ({ message, isStopped }, index) =>
        message.album === album &&
        message.author.id === author.id &&
        isStopped === undefined &&
        !isEdited(index + 1),
    )
    .slice(0, MAX_SIZE - 1);
}

/**
 * Waits until the album of a new turn is complete: it arrives message by
 * message, and nothing marks the last one. Returns at once if there is no
 * album, or the turn is stopped. Throws the signal's reason.
 */
export async function awaitAlbum({
  turn,
  memory,
  stop,
  signal,
}: Pick<TurnWork, "turn" | "memory" | "stop" | "signal">): Promise<void> {
  const { album, isAside } = turn.message;
  if (album === undefined || isAside || turn.isStopped) return;
  using either = createEitherSignal([signal, stop]);
  for (;;) {
    const rest = findRestOfAlbum(turn, await memory.waitingTurns());
    const delayMs = settleDelayMs([turn, ...rest]);
    if (delayMs <= 0) return;
    try {
      await sleep(delayMs, either);
    } catch {
      return signal.throwIfAborted();
    }
  }
}

function settleDelayMs(album: readonly [Turn, ...Turn[]]): number {
  if (album.length >= MAX_SIZE) return 0;
  const [first] = album;
  const last = Math.max(...album.map(({ acceptedAt }) => acceptedAt));
  const end = Math.min(last + SETTLE_MS, first.acceptedAt + MAX_WAIT_MS);
  return end - Date.now();
}

const SEPARATOR = "\n\n";

function joinContents(messages: readonly IncomingMessage[]) {
  const texts = messages.map((message) => message.text);
  const forwarded = messages.flatMap((message) => message.forwarded ?? []);
  return {
    text: texts.filter((text) => text !== "").join(SEPARATOR),
    attachments: messages.flatMap((message) => message.attachments),
    ...(forwarded.length > 0 && { forwarded }),
  };
}
