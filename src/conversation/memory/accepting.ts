import { markStopped, type Opening, openTurn } from "../state/accept.ts";
import type { IncomingMessage } from "../../message.ts";
import { loadTurn } from "../state/load-turn.ts";
import { hashText, keys, listUnder } from "../state/pieces.ts";
import type { ConversationState } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** In characters: an address is looked for among the last 32. */
const ADDRESS_LENGTH = 5;

/** How messages come in. */
export interface AcceptingMemory {
  /**
   * Idempotent by message id, for at least 24 hours also after `forget`. An edit's turn replaces the edited message's once it
   * begins: that one is not recalled nor run again any more, and its reply is the preview of the new one's. `full` past `limit` open
   * turns. A message that stops (`isStop`) marks a turn without a reply, commands left out, when it is opened: its `target`. That is the
   * oldest one that was begun, else the oldest one.
   */
  openTurn(
    message: IncomingMessage,
    options: { limit: number; isStop?: boolean },
  ): Promise<Opening>;
  /** Marks a turn as to be stopped. `false`, and nothing changed, for one that has a reply, was forgotten or is unknown. */
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
        // The last one is remembered, and asked for again.
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
        // Then its turn is scheduled, in the same commit.
        { isConfirmedLater: true },
      );
    },

    stopTurn: (id) => document.change((state) => markStopped(state, id)),
  };
}

/** The one that can be edited: of several that were answered together none can. */
async function findNewestMessage(
  { store, isExpired }: MemoryContext,
  { newest = 0, firstTurn }: ConversationState,
): Promise<IncomingMessage | undefined> {
  if (newest < firstTurn) return undefined;
  const [first, ...merged] = await listUnder(store, keys.messages(newest));
  if (first === undefined || merged.length > 0) return undefined;
  return isExpired(first.value.acceptedAt) ? undefined : first.value.message;
}
