import type { Receipt } from "../../types/channel.ts";
import type { ReplyPart } from "../../types/reply.ts";
import {
  closeTurn,
  withGivenUp,
  withSent,
  type Closing,
} from "../state/end.ts";
import { eraseAt, get, keys } from "../state/pieces.ts";
import {
  findOpen,
  isUnanswered,
  withOpen,
  type OpenTurn,
} from "../state/state.ts";
import type { MemoryContext } from "./context.ts";
import { toReceipts } from "./quotable.ts";

/**
 * What remains to be done for a part of an ended turn.
 * - `send`: nothing of it was sent
 * - `edit`: its preview must be edited to show it
 * - `remove`: a preview beyond the reply's parts
 * - `given-up`: nothing; it will not be shown
 *
 * `epoch`: the run that ended the turn; differs if a failed turn is run again.
 */
export type PendingPart = { readonly index: number } & (
  | { readonly kind: "send"; readonly part: ReplyPart; readonly epoch: number }
  | {
      readonly kind: "edit";
      readonly part: ReplyPart;
      readonly epoch: number;
      readonly preview: Receipt;
    }
  | { readonly kind: "remove"; readonly preview: Receipt }
  | { readonly kind: "given-up" }
);

/** Records how replies reach the user. */
export interface ReplyingMemory {
  /**
   * Records the preview of the reply's part at that index, replacing an earlier
   * record. Does nothing for a closed turn.
   */
  notePreview(id: string, index: number, receipt: Receipt): Promise<void>;
  /** The recorded previews by index; no gaps while the reply is written. */
  previews(id: string): Promise<readonly Receipt[]>;
  /** The pending parts of an ended turn, in order; none once it is closed. */
  pendingParts(id: string): Promise<readonly PendingPart[]>;
  /** Records the receipt of the part, or of its preview, edited to show it. */
  noteSent(id: string, index: number, receipt: Receipt): Promise<void>;
  /** Records that the part is not tried again, unless the turn is reopened. */
  noteGivenUp(id: string, index: number): Promise<void>;
  /** Records that the preview was deleted. */
  noteRemoved(id: string, index: number): Promise<void>;
  /**
   * Closes the turn: all parts are sent or given up. Erases the file that was
   * sent. Previews of given-up parts stay recorded. If the user is `gone`, all
   * other turns without a reply fail as well, except commands and asides; turns
   * opened later do not. If it `isQuotable`, `findQuoted` finds its parts.
   */
  closeTurn(id: string, closing: Closing): Promise<void>;
}

export function createReplyingMemory({
  document,
  store,
  find,
  now,
}: MemoryContext): ReplyingMemory {
  const { change, read } = document;
  const isWork = (id: string) => ({ isWork: document.held?.turn.id === id });

  /** Does nothing if the turn is closed, or `decide` returns `undefined`. */
  const changeTurn = (
    id: string,
    decide: (turn: OpenTurn) => OpenTurn | undefined,
  ) =>
    change<void>((state) => {
      const turn = findOpen(state, id);
      const changed = turn && decide(turn);
      return {
        ...(changed && { state: withOpen(state, changed) }),
        result: undefined,
      };
    }, isWork(id));

  /** The conversation to which a failure is reported. */
  const conversationOf = async (turn: OpenTurn | undefined) => {
    const { held } = document;
    if (turn === undefined) return "";
    if (held?.number === turn.number) return held.turn.message.conversation;
    const stored = await get(store, keys.message(turn));
    return stored?.message.conversation ?? "";
  };

  return {
    notePreview: (id, index, receipt) =>
      changeTurn(id, ({ previews, ...turn }) => ({
        ...turn,
        previews: { ...previews, [index]: receipt.id },
      })),

    async previews(id) {
      const known = await find(await read(), id);
      const isOwn = known.kind === "known" && known.id === id;
      const { previews = {} } = isOwn ? known.state : {};
      return Object.values(previews).map((receipt) => ({ id: receipt }));
    },

    async pendingParts(id) {
      const turn = findOpen(await read(), id);
      if (turn?.ending === undefined || isUnanswered(turn)) return [];
      const { parts: count, epoch } = turn.ending;
      if (count === 0) return toPending(turn, []);
      const { held } = document;
      const known = held?.number === turn.number ? held.parts : undefined;
      const key = keys.parts(turn.number, epoch);
      const parts = known ?? (await get(store, key));
      return toPending(turn, parts ?? []);
    },

    noteSent: (id, index, receipt) =>
      changeTurn(id, (turn) => withSent(turn, { index, receipt })),

    noteGivenUp: (id, index) =>
      changeTurn(id, (turn) => withGivenUp(turn, index)),

    noteRemoved: (id, index) =>
      changeTurn(id, (turn) => {
        if (turn.previews?.[index] === undefined) return undefined;
        const { [index]: _, ...previews } = turn.previews;
        return { ...turn, previews };
      }),

    async closeTurn(id, closing) {
      let fileKey: string | undefined;
      await change<void>(async (state) => {
        const turn = findOpen(state, id);
        const conversation = await conversationOf(turn);
        fileKey =
          turn?.ending?.hasFile && closing.status === "delivered"
            ? keys.parts(turn.number, turn.ending.epoch)
            : undefined;
        const closed = { ...closing, conversation, now: now() };
        const { put = [], ...decision } = closeTurn(state, id, closed);
        const receipts =
          turn !== undefined && closing.isQuotable
            ? await toReceipts(turn, closing.sent)
            : [];
        return { ...decision, put: [...put, ...receipts] };
      }, isWork(id));
      if (fileKey !== undefined) await eraseAt(store, fileKey);
      if (isWork(id).isWork) document.hold(undefined);
    },
  };
}

/** Unsent parts, with their previews, then surplus previews. */
function toPending(
  { sent = {}, previews = {}, givenUp = [], ending }: OpenTurn,
  parts: readonly ReplyPart[],
): readonly PendingPart[] {
  const { epoch = 0 } = ending ?? {};
  const pending = parts.flatMap((part, index): PendingPart[] => {
    if (sent[index] !== undefined) return [];
    if (givenUp.includes(index)) return [{ kind: "given-up", index }];
    const id = previews[index];
    return id === undefined
      ? [{ kind: "send", index, part, epoch }]
      : [{ kind: "edit", index, part, epoch, preview: { id } }];
  });
  const surplus = Object.entries(previews)
    .map(([index, id]) => ({ index: Number(index), preview: { id } }))
    .filter(({ index }) => index >= parts.length)
    .map((preview) => ({ kind: "remove" as const, ...preview }));
  return [...pending, ...surplus];
}
