import type { Presentation, Receipt } from "../../types/channel.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { TurnWork } from "../bot.ts";
import { partKey } from "./part-key.ts";

/** A reply as shown while it is written. */
export interface Preview {
  /** Milliseconds until it disappears unless shown again. */
  readonly lifetimeMs?: number;
  /** Whether it shows exactly these parts. */
  shows(parts: readonly ReplyPart[]): boolean;
  /**
   * Makes one call that brings it closer to these parts. Throws what the
   * channel and the memory throw.
   */
  update(
    parts: readonly ReplyPart[],
    options: { isAnswer: boolean },
  ): Promise<void>;
  /**
   * Whether a message in the chat already shows exactly this part at that index
   * of the reply.
   */
  hasSent(index: number, part: ReplyPart): boolean;
}

/** Platforms do not document how long drafts stay; this is early enough. */
const DRAFT_LIFETIME_MS = 20_000;

type Work = Pick<TurnWork, "turn" | "memory" | "channel" | "signal">;

export function createPreview(
  kind: Presentation["preview"],
  work: Work,
): Preview | undefined {
  switch (kind) {
    case "messages":
      return createMessagePreview(work);
    case "draft":
      return createDraftPreview(work);
    case "none":
      return undefined;
  }
}

/**
 * Shows the parts as messages. Records each in memory as soon as it is sent, so
 * that the same messages are edited after a crash and by the final reply.
 * Updates the first part that differs first, so that there are no gaps.
 */
export function createMessagePreview({
  turn,
  memory,
  channel,
  signal,
}: Work): Preview {
  const to = turn.message.replyTo;
  let receipts: Receipt[] | undefined;
  const shown: (ReplyPart | undefined)[] = [];
  const hasSent = (index: number, part: ReplyPart): boolean =>
    isSame(shown[index], part);
  return {
    // An open stream has to be ended by an edit.
    hasSent: channel.capabilities.streams ? () => false : hasSent,
    shows: (parts) => parts.every((part, index) => hasSent(index, part)),
    async update(parts, { isAnswer }) {
      receipts ??= [...(await memory.listPreviews(turn.id))];
      const index = parts.findIndex((part, at) => !hasSent(at, part));
      const part = parts[index];
      if (part === undefined) return;
      const known = receipts[index];
      const key = partKey({
        conversation: turn.message.conversation,
        turn: turn.id,
        index,
        kind: "preview",
        text: JSON.stringify(part),
      });
      const preview = isAnswer ? "answer" : "status";
      const options = { key, index, preview, signal } as const;
      // If the call fails, it is unknown what is shown.
      shown[index] = undefined;
      const receipt =
        known === undefined || channel.edit === undefined
          ? await channel.send(part, to, options)
          : await channel.edit(known, part, to, options);
      if (receipt.id !== known?.id)
        await memory.notePreview(turn.id, index, receipt);
      receipts[index] = { id: receipt.id };
      if (receipt.isEmpty) return this.update(parts, { isAnswer });
      shown[index] = part;
    },
  };
}

/** Shows the last part as a draft. Records nothing, since drafts disappear. */
function createDraftPreview({ turn, channel, signal }: Work): Preview {
  let shown: ReplyPart | undefined;
  return {
    lifetimeMs: DRAFT_LIFETIME_MS,
    hasSent: () => false,
    shows: (parts) => isSame(shown, parts.at(-1)),
    async update(parts) {
      const part = parts.at(-1);
      if (part === undefined) return;
      await channel.showDraft?.(part, turn.message.replyTo, { signal });
      shown = part;
    },
  };
}

/** Both come from the same channel, so their fields are in the same order. */
function isSame(
  one: ReplyPart | undefined,
  other: ReplyPart | undefined,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
