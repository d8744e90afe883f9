import { sleep } from "../../runtime/abort.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "../../runtime/backoff.ts";
import { logError } from "../../runtime/log.ts";
import type { Channel, Receipt } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyButton, ReplyFile, ReplyPart } from "../../types/reply.ts";
import type { SourceList } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";
import type { PendingPart, SentPart } from "../state/parts/note-parts.ts";
import { TakenOverError } from "../state/people/hand-over.ts";
import type { Closing } from "../state/turns/close-turn.ts";
import { createPace, type Pace } from "./pace.ts";
import { partKey } from "./part-key.ts";
import { tellCaller } from "./tell-caller.ts";

/** `closed`: nothing more can be done for the turn. */
export type DeliveryResult =
  | { readonly kind: "closed" }
  | { readonly kind: "later"; readonly delayMs: number };

/** Number of parts sent without a pause: few replies have more. */
const BURST = 3;
/** Longer waits are left to the alarm. */
const MAX_WAIT_MS = 5_000;
/**
 * Few, since the next turns wait, and a surplus preview does no harm to the
 * reply.
 */
const MAX_REMOVAL_ATTEMPTS = 3;

interface GivenReply extends Pick<
  TurnWork,
  "turn" | "memory" | "channel" | "callbacks" | "signal"
> {
  /** Counts from 1; restarts after each part that was sent or given up. */
  readonly attempt: number;
  readonly pace?: Pace;
  /** Whether the preview at that index already shows exactly this part. */
  readonly hasSent?: (index: number, part: ReplyPart) => boolean;
}

/**
 * Delivers an ended turn: sends the parts that have no receipt yet, then queues
 * the callback that its message asked for, and closes it. A part is sent twice
 * only if the process dies between sending and recording it, or the platform's
 * response is lost, and only on a platform that does not support idempotency
 * keys. A callback may be queued again: the queue keeps one for each turn.
 */
export async function deliverReply({
  turn,
  memory,
  channel,
  pace = createPace(channel.presentationAt?.(turn.message.replyTo)),
  ...given
}: GivenReply): Promise<DeliveryResult> {
  const work = { ...given, turn, memory, channel, pace };
  const delivery = await deliverParts(work);
  if (delivery.kind === "later") return delivery;
  const telling = await tellCaller({ ...work, attempts: delivery.attempts });
  if (telling.kind === "later") return telling;
  await memory.closeTurn(turn.id, {
    ...(telling.kind === "told" ? delivery.closing : { status: "failed" }),
    isQuotable: channel.capabilities.quotesById,
  });
  return { kind: "closed" };
}

/** `over`: no part is left to send. */
type PartsDelivery =
  | {
      readonly kind: "over";
      readonly closing: Closing;
      readonly attempts: number;
    }
  | Extract<DeliveryResult, { kind: "later" }>;

/**
 * In order, and records each one at once: edits the previews, sends the
 * remaining parts, and deletes surplus previews if the platform can.
 */
async function deliverParts({
  turn,
  attempt,
  memory,
  channel,
  pace,
  hasSent = () => false,
  signal,
}: GivenReply & { pace: Pace }): Promise<PartsDelivery> {
  let attempts = attempt;
  let isWhole = turn.status === "answered";
  /** The last part. Recorded by the commit that closes the turn. */
  let sent: SentPart | undefined;
  const closesAtOnce = turn.message.callbackUrl === undefined;
  const pendingParts = await memory.pendingParts(turn.id);
  for (const pending of pendingParts) {
    const { index } = pending;
    const isLast = closesAtOnce && pending === pendingParts.at(-1);
    if (pending.kind === "given-up") {
      isWhole = false;
      continue;
    }
    const isShown = pending.kind === "edit" && hasSent(index, pending.part);
    const outcome: PartOutcome = isShown
      ? { kind: "taken", receipt: pending.preview }
      : await deliverPart(pending, { turn, attempts, channel, pace, signal });
    if (outcome.kind === "later") return outcome;
    if (outcome.kind === "withheld") {
      const unsent = textOf(pendingParts.slice(pendingParts.indexOf(pending)));
      const status = turn.status === "answered" ? "delivered" : "failed";
      return { kind: "over", closing: { status, unsent }, attempts };
    }
    if (outcome.kind === "failed") {
      const { failure } = outcome;
      return { kind: "over", closing: { status: "failed", failure }, attempts };
    }
    if (outcome.kind === "given-up") {
      // A surplus preview does not make the reply incomplete, and the others
      // share its attempts.
      if (pending.kind === "remove") continue;
      isWhole = false;
      await memory.noteGivenUp(turn.id, index);
      attempts = 1;
      continue;
    }
    attempts = 1;
    const { receipt } = outcome;
    if (receipt === undefined) await memory.noteRemoved(turn.id, index);
    else if (isWhole && isLast) sent = { index, receipt };
    else await memory.noteSent(turn.id, index, receipt);
  }
  const closing: Closing = isWhole
    ? { status: "delivered", sent }
    : { status: "failed" };
  return { kind: "over", closing, attempts };
}

function textOf(parts: readonly PendingPart[]): string {
  return parts
    .flatMap((one) => ("part" in one ? one.part.text : []))
    .join("\n\n");
}

/**
 * What has become of a part. `taken`: shown to the user; deleted if there
 * is no receipt. `given-up`: the next part may still succeed. `failed`: none
 * will. `withheld`: a person has taken the conversation over.
 */
type PartOutcome =
  | { readonly kind: "taken"; readonly receipt: Receipt | undefined }
  | { readonly kind: "given-up" }
  | { readonly kind: "withheld" }
  | { readonly kind: "failed"; readonly failure: "gone" | "undelivered" }
  | Extract<DeliveryResult, { kind: "later" }>;

type OpenPart = Exclude<PendingPart, { kind: "given-up" }>;

interface PartWork extends Pick<GivenReply, "turn" | "channel" | "signal"> {
  readonly attempts: number;
  readonly pace: Pace;
}

/**
 * Waits until the rate limit allows the call. Throws all but `DeliveryError` and
 * `TakenOverError`.
 */
async function deliverPart(
  pending: OpenPart,
  work: PartWork,
): Promise<PartOutcome> {
  const { attempts, pace, signal } = work;
  if (attempts > MAX_ATTEMPTS) return { kind: "given-up" };
  const delayMs = pace.waitMs({ burst: BURST });
  if (delayMs > MAX_WAIT_MS) return { kind: "later", delayMs };
  await sleep(delayMs, { signal });
  try {
    return { kind: "taken", receipt: await send(pending, work) };
  } catch (error) {
    if (error instanceof TakenOverError) return { kind: "withheld" };
    if (!(error instanceof DeliveryError)) throw error;
    return judge(error, pending, work);
  } finally {
    pace.count();
  }
}

function judge(
  { kind, message: reason, retryAfterMs }: DeliveryError,
  pending: OpenPart,
  { turn: { id }, attempts }: PartWork,
): PartOutcome {
  logError("reply not delivered", { turn: id, attempts, kind, reason });
  const delayMs = retryDelayMs({ attempts, retryAfterMs });
  const later: PartOutcome = { kind: "later", delayMs };
  if (pending.kind === "remove") {
    const isTransient = kind === "rate-limited" || kind === "unreachable";
    const isTriedAgain = isTransient && attempts < MAX_REMOVAL_ATTEMPTS;
    return isTriedAgain ? later : { kind: "given-up" };
  }
  if (kind === "gone") return { kind: "failed", failure: "gone" };
  if (kind === "refused") return { kind: "given-up" };
  return attempts < MAX_ATTEMPTS
    ? later
    : { kind: "failed", failure: "undelivered" };
}

/** Returns the part's receipt; `undefined` for a deleted preview. */
async function send(
  pending: OpenPart,
  {
    turn: {
      id: turn,
      message: { conversation, replyTo: to },
    },
    channel,
    signal,
  }: PartWork,
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

/** What a reply has besides its text. */
export interface ReplyExtras {
  readonly sources?: SourceList;
  /** Below the last part. */
  readonly buttons?: readonly (readonly ReplyButton[])[];
  /** Sent with the last part. */
  readonly file?: ReplyFile;
  /**
   * If a button was pressed, the reply replaces the message with the button.
   */
  readonly replacesPressed?: true;
}

/**
 * Splits a reply into the parts that are sent; none if it is empty, or fetched.
 * Pure.
 */
export async function splitReply(
  reply: string,
  {
    channel,
    sources,
    buttons,
    file,
  }: ReplyExtras & { channel: Pick<Channel, "split"> },
): Promise<readonly ReplyPart[]> {
  const parts = await channel.split(reply, sources && { sources });
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
