import { sleep } from "../abort.ts";
import type { Turn } from "../turn.ts";
import type { Memory } from "./memory.ts";

/** The messages of an album come within some tenths of a second. */
const SETTLE_MS = 1_000;
/** Whatever comes, the first one waits no longer. */
const MAX_WAIT_MS = 5_000;
/** As many as Telegram puts into one (https://core.telegram.org/bots/api#sendmediagroup). */
const MAX_SIZE = 10;

/** The turns that wait with other messages of the same album: up to nine. */
export function findRestOfAlbum(
  { id, message: { album, author, isAside } }: Turn,
  waiting: readonly Turn[],
): readonly Turn[] {
  if (album === undefined || isAside) return [];
  const others = waiting.filter((turn) => turn.id !== id);
  // An edit takes the place of the message before it, which has to be a turn of its own for that.
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
 * Waits until the album of a turn that nothing was done for yet is whole: it comes message by message, and nobody says
 * which is the last. Ends at once where the turn has none, or is stopped. Throws the signal's reason.
 */
export async function awaitAlbum({
  turn,
  memory,
  stop,
  signal,
}: {
  turn: Turn;
  memory: Pick<Memory, "waitingTurns">;
  stop?: AbortSignal;
  signal: AbortSignal;
}): Promise<void> {
  const { album, isAside } = turn.message;
  if (album === undefined || isAside || turn.isStopped) return;
  const either = stop ? AbortSignal.any([signal, stop]) : signal;
  for (;;) {
    const rest = findRestOfAlbum(turn, await memory.waitingTurns());
    const delayMs = delayBehind([turn, ...rest]);
    if (delayMs <= 0) return;
    try {
      await sleep(delayMs, { signal: either });
    } catch {
      return signal.throwIfAborted();
    }
  }
}

function delayBehind(album: readonly [Turn, ...Turn[]]): number {
  if (album.length >= MAX_SIZE) return 0;
  const [first] = album;
  const last = Math.max(...album.map(({ acceptedAt }) => acceptedAt));
  const end = Math.min(last + SETTLE_MS, first.acceptedAt + MAX_WAIT_MS);
  return end - Date.now();
}
