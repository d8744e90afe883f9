import type { WindowMove } from "../../../types/history.ts";
import { eraseOldVersions } from "../forgetting/erase.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import type { ConversationState, Decision } from "../state.ts";
import { readMessages } from "./read-record.ts";

/**
 * Moves the start of the window; earlier messages stay in the history. Returns
 * `false` and changes nothing if the version has changed, or all messages
 * before the new start have expired: a summary of forgotten messages is never
 * stored.
 */
export async function moveWindow(
  context: MemoryContext,
  move: WindowMove,
): Promise<boolean> {
  const { document, store, isExpired } = context;
  const isMoved = await document.change(async (state) => {
    const coveredAt =
      (await findCoveredAt(context, state, move)) ??
      // A summary may be of another conversation: see `changeLink`.
      state.window.coveredAt;
    // All that it covers has expired.
    if (coveredAt === undefined || isExpired(coveredAt))
      return { result: false };
    return decideMove(state, move, { coveredAt });
  });
  if (isMoved) await eraseOldVersions(store, await document.read());
  return isMoved;
}

/**
 * When the newest message before the new start was accepted; `Infinity` if
 * nothing expires.
 */
async function findCoveredAt(
  { store, retentionMs }: MemoryContext,
  state: ConversationState,
  { to }: WindowMove,
): Promise<number | undefined> {
  if (retentionMs === 0) return Infinity;
  const all = { store, isExpired: () => false };
  const [newest] = await readMessages(all, state, { newest: 1, before: to });
  return newest?.at;
}

/**
 * @param coveredAt when the newest message before the new start was accepted;
 * `Infinity` if nothing expires
 */
function decideMove(
  state: ConversationState,
  { version, to, summary, summaryFrom }: WindowMove,
  { coveredAt }: { coveredAt: number },
): Decision<boolean> {
  const { window, lastTurn } = state;
  if (window.version !== version || lastTurn === 0) return { result: false };
  const next = version + 1;
  return {
    state: {
      ...state,
      hidden: state.hidden.filter(([, last]) => last >= to),
      window: {
        start: to,
        version: next,
        ...(window.isAnnounced && { isAnnounced: true }),
        ...(window.listed && { listed: window.listed }),
        ...(summary !== undefined && { summary: next }),
        ...(summary !== undefined && summaryFrom && { summaryFrom }),
        ...(coveredAt < Infinity && { coveredAt }),
      },
    },
    ...(summary !== undefined && {
      put: [toPiece(keys.summary(next), summary)],
    }),
    result: true,
  };
}
