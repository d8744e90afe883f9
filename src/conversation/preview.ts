import type { Receipt } from "../channel.ts";
import type { ReplyPart } from "../reply.ts";
import type { TurnWork } from "./bot.ts";
import { partKey } from "./part-key.ts";

/** What people see of a reply while it is written. */
export interface Preview {
  /** Milliseconds after which it has to be shown again to stay. */
  readonly lifetimeMs?: number;
  /** Whether it is as these parts want it. */
  shows(parts: readonly ReplyPart[]): boolean;
  /** Brings it nearer to these parts, by one call. Throws what the channel and the memory throw. */
  update(
    parts: readonly ReplyPart[],
    options: { isAnswer: boolean },
  ): Promise<void>;
  /** Whether a message in the chat shows exactly this part, as the reply's part at that index. */
  hasSent(index: number, part: ReplyPart): boolean;
}

/** How long a draft stays on its own is up to the platform; well before it goes, it is shown again. */
const DRAFT_LIFETIME_MS = 20_000;

type Work = Pick<TurnWork, "turn" | "memory" | "channel" | "signal">;

export function createPreview(work: Work): Preview | undefined {
  const { channel, turn } = work;
  switch (channel.presentationAt?.(turn.message.replyTo).preview) {
    case "messages":
      return createMessagePreview(work);
    case "draft":
      return createDraftPreview(work);
    case "none":
    case undefined:
      return undefined;
  }
}

/**
 * The parts so far as messages, each noted in the memory as soon as it is sent: after a crash, and when the reply is
 * whole, the same messages are edited. The first that differs is brought up to date first, so that there is no gap.
 */
function createMessagePreview({
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
    // What is open has to be ended by an edit.
    hasSent: channel.capabilities.streams ? () => false : hasSent,
    shows: (parts) => parts.every((part, index) => hasSent(index, part)),
    async update(parts, { isAnswer }) {
      receipts ??= [...(await memory.previews(turn.id))];
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
      // Should the call fail, nobody knows what is shown.
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

/** The last part so far as a draft. Nothing of it stays, so that there is nothing to be noted. */
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

/** Of what the same channel has made, with its fields in the same order. */
function isSame(
  one: ReplyPart | undefined,
  other: ReplyPart | undefined,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
