import { logError } from "../log.ts";
import { sleep } from "../abort.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "../backoff.ts";
import type {
  Channel,
  Receipt,
  ReplyPart,
  ReplyButton,
  ReplyFile,
} from "../channel.ts";
import { DeliveryError } from "../errors.ts";
import type { ReplyAddress } from "../message.ts";
import type { Turn, SourceList } from "../turn.ts";
import type { Memory } from "./memory.ts";
import type { PendingPart } from "./memory/replying.ts";
import { createPace, type Pace } from "./pace.ts";
import { partKey } from "./part-key.ts";

/** `closed`: nothing more can be done for the turn. */
export type DeliveryResult =
  | { readonly kind: "closed" }
  | { readonly kind: "later"; readonly delayMs: number };

/** A part that has reached the user, and what it is known by. */
interface SentPart {
  readonly index: number;
  readonly receipt: Receipt;
}

/** So many parts go out at once: few replies have more. */
const BURST = 3;
/** A longer wait is left to the alarm. */
const MAX_WAIT_MS = 5_000;
/** Taking a preview back is tried so often: the next turns wait for it, and nothing of the reply is missing. */
const MAX_REMOVAL_ATTEMPTS = 3;

/**
 * Brings the parts of an ended turn to the user that have no receipt yet, in order, and notes each as soon as that is
 * done: what was shown of the reply while it was written is edited, the rest is sent, and what was shown beyond it is
 * taken back, if the platform can. A part goes out twice only when the process dies between sending and noting, or when
 * the platform's own answer is lost on the way, and only on a platform that does not recognise its key.
 */
export async function deliverReply({
  turn,
  attempt,
  memory,
  channel,
  pace = createPace(channel.presentationAt?.(turn.message.replyTo)),
  hasSent = () => false,
  signal,
}: {
  turn: Turn;
  /** Counts from 1, and starts over after each part that was sent. */
  attempt: number;
  memory: Memory;
  channel: Channel;
  pace?: Pace;
  /** Whether the preview at that index shows exactly this part already. */
  hasSent?: (index: number, part: ReplyPart) => boolean;
  signal: AbortSignal;
}): Promise<DeliveryResult> {
  const close = async (how: Parameters<Memory["closeTurn"]>[1]) => {
    await memory.closeTurn(turn.id, how);
    return { kind: "closed" } as const;
  };
  const fail = (failure: "undelivered" | "gone") =>
    close({ status: "failed", failure });
  let isWhole = turn.status === "answered";
  /** The last part's, noted by the commit that closes the turn. */
  let sent: SentPart | undefined;
  const end = () =>
    isWhole
      ? close({ status: "delivered", ...(sent !== undefined && { sent }) })
      : fail("undelivered");

  const pendingParts = await memory.pendingParts(turn.id);
  if (attempt > MAX_ATTEMPTS) {
    isWhole &&= pendingParts.every(({ kind }) => kind === "remove");
    return end();
  }
  let attempts = attempt;
  const note = async (part: SentPart, pending: PendingPart): Promise<void> => {
    const isLast = pending === pendingParts.at(-1) && isWhole;
    if (isLast) sent = part;
    else await memory.noteSent(turn.id, part.index, part.receipt);
  };
  for (const pending of pendingParts) {
    if (pending.kind === "edit" && hasSent(pending.index, pending.part)) {
      await note({ index: pending.index, receipt: pending.preview }, pending);
      continue;
    }
    const delayMs = pace.waitMs({ burst: BURST });
    if (delayMs > MAX_WAIT_MS) return { kind: "later", delayMs };
    await sleep(delayMs, { signal });
    try {
      const receipt = await handOver(pending, { turn, channel, signal });
      if (receipt === undefined)
        await memory.noteRemoved(turn.id, pending.index);
      else await note({ index: pending.index, receipt }, pending);
      attempts = 1;
    } catch (error) {
      const consequence = judge(error, { turn, pending, attempts });
      if (consequence.kind === "later") return consequence;
      if (consequence.kind === "fail") return fail(consequence.failure);
      isWhole &&= pending.kind === "remove";
    }
    pace.count();
  }
  return end();
}

/** What comes of a part that the platform did not take. `next`: it is given up, and the next one may get through. */
type Consequence =
  | Extract<DeliveryResult, { kind: "later" }>
  | { readonly kind: "next" }
  | { readonly kind: "fail"; readonly failure: "gone" | "undelivered" };

/** Throws what is no `DeliveryError`. */
function judge(
  error: unknown,
  {
    turn: { id },
    pending,
    attempts,
  }: { turn: Turn; pending: PendingPart; attempts: number },
): Consequence {
  if (!(error instanceof DeliveryError)) throw error;
  const { kind, message: reason, retryAfterMs } = error;
  logError("reply not delivered", { turn: id, attempts, kind, reason });
  const delayMs = retryDelayMs({ attempts, retryAfterMs });
  const later: Consequence = { kind: "later", delayMs };
  // A preview too many takes nothing from the reply.
  if (pending.kind === "remove") {
    const isPassing = kind === "rate-limited" || kind === "unreachable";
    const isTriedAgain = isPassing && attempts < MAX_REMOVAL_ATTEMPTS;
    return isTriedAgain ? later : { kind: "next" };
  }
  if (kind === "gone") return { kind: "fail", failure: "gone" };
  if (kind === "refused") return { kind: "next" };
  return attempts < MAX_ATTEMPTS
    ? later
    : { kind: "fail", failure: "undelivered" };
}

/** Returns what the part is known by now; nothing for one that was taken back. */
async function handOver(
  pending: PendingPart,
  {
    turn: {
      id: turn,
      message: { conversation, replyTo: to },
    },
    channel,
    signal,
  }: { turn: Turn; channel: Channel; signal: AbortSignal },
): Promise<Receipt | undefined> {
  if (pending.kind === "remove") {
    await channel.remove?.(pending.preview, to, { signal });
    return undefined;
  }
  const { index, epoch, part } = pending;
  const key = partKey({ conversation, turn, index, kind: "reply", epoch });
  const options = { key, index, signal };
  return pending.kind === "send" || channel.edit === undefined
    ? channel.send(part, to, options)
    : channel.edit(pending.preview, part, to, options);
}

/** What goes with a reply's text. */
export interface ReplyExtras {
  readonly sources?: SourceList;
  /** Below the last part. */
  readonly buttons?: readonly (readonly ReplyButton[])[];
  /** Goes with the last part. */
  readonly file?: ReplyFile;
  /** Where a button was pressed, the reply replaces the message above it. */
  readonly replacesPressed?: true;
}

/** A reply in the parts in which it is sent to an address; none where it is empty, or is fetched. Pure. */
export function splitReply(
  reply: string,
  {
    channel,
    to,
    sources,
    buttons,
    file,
  }: ReplyExtras & { channel: Pick<Channel, "split">; to: ReplyAddress },
): readonly ReplyPart[] {
  const parts = channel.split(reply, {
    to,
    ...(sources !== undefined && { sources }),
  });
  const last = parts.at(-1);
  if (last === undefined) return parts;
  return [
    ...parts.slice(0, -1),
    {
      ...last,
      ...(buttons !== undefined && { buttons }),
      ...(file !== undefined && { file }),
    },
  ];
}
