import type { IncomingMessage } from "../../types/message.ts";
import { markStopped, openTurn, type Opening } from "../state/accept.ts";
import { loadTurn } from "../state/load-turn.ts";
import { hashText, keys, listUnder } from "../state/pieces.ts";
import type { ConversationState } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/**
 * In characters. Short is enough, since an address is compared with the last 32
 * only.
 */
const ADDRESS_LENGTH = 5;

/** Accepts messages. */
export interface AcceptingMemory {
  /**
   * Opens a turn for a message. Idempotent by message id, also after `forget`,
   * for at least 24 hours. The turn of an edit replaces the edited message's
   * turn once it begins: that one is no longer recalled or retried, and its
   * reply becomes the preview of the new one. Returns `full` if there are
   * `limit` open turns. A message that stops (`isStop`) marks its `target` as
   * stopped: the oldest turn that has begun and has no reply, else the oldest
   * waiting one; never a command.
   */
  openTurn(
    message: IncomingMessage,
    options: { limit: number; isStop?: boolean },
  ): Promise<Opening>;
  /**
   * Marks a turn as stopped. Returns `false` and changes nothing if it has a
   * reply, is forgotten or unknown.
   */
  stopTurn(id: string): Promise<boolean>;
}

export function createAcceptingMemory(context: MemoryContext): AcceptingMemory {
  const { document, store, find, rememberOpen, now } = context;
  return {
    async openTurn(message, { limit, isStop = false }) {
      const { id, replyTo, album, author } = message;
      const hashes = {
        address: await hashText(JSON.stringify(replyTo), ADDRESS_LENGTH),
        album:
          album === undefined
            ? undefined
            : await hashText(JSON.stringify([album, author.id])),
        // Last, since the latest hash is cached and needed again.
        hash: await hashText(id),
      };
      return document.change<Opening>(
        async (state) => {
          const known = await find(state, id);
          if (known.kind === "forgotten") return { result: known };
          if (known.kind === "known") {
            const turn = (await loadTurn(store, state, known))?.turn;
            return turn === undefined
              ? { result: { kind: "forgotten" } }
              : { result: { kind: "known", turn } };
          }
          const decision = openTurn(state, {
            ...hashes,
            message,
            at: now(),
            limit,
            isStop,
            newest: message.isEdit
              ? await findNewestMessage(context, state)
              : undefined,
          });
          const { result, state: after } = decision;
          const open = after?.open.at(-1);
          if (result.kind === "opened" && open !== undefined)
            rememberOpen(open, result.turn);
          return decision;
        },
        // The same commit also schedules its turn.
        { isConfirmedLater: true },
      );
    },

    stopTurn: (id) => document.change((state) => markStopped(state, id)),
  };
}

/**
 * The message that can be edited; none if several were merged into one turn.
 */
async function findNewestMessage(
  { store, isExpired }: MemoryContext,
  { newest = 0, firstTurn }: ConversationState,
): Promise<IncomingMessage | undefined> {
  if (newest < firstTurn) return undefined;
  const [first, ...merged] = await listUnder(store, keys.messages(newest));
  if (first === undefined || merged.length > 0) return undefined;
  return isExpired(first.value.acceptedAt) ? undefined : first.value.message;
}
