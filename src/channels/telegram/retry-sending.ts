import type { ReplyPart } from "../../reply.ts";
import { DeliveryError } from "../../errors.ts";
import { explainFailure, TelegramError } from "./telegram-api.ts";

/** A part on its way into a chat. */
export interface Sending extends ReplyPart {
  readonly chat: number;
  readonly thread?: number;
  /** The chat is not the one that was written to first: messages have other ids there. */
  readonly hasMoved?: true;
}

export function toSending(
  part: ReplyPart,
  { chat, thread }: { chat: number; thread?: number | undefined },
): Sending {
  return { chat, ...(thread !== undefined && { thread }), ...part };
}

/**
 * Makes the call again where Telegram names what it rejects: without the entities, without the topic, or in the supergroup
 * that the group has become. Throws what the last call threw.
 */
export async function callWithRetries<Result>(
  sending: Sending,
  call: (sending: Sending) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(sending);
  } catch (error) {
    const changed = withoutRejected(sending, error);
    if (changed === undefined) throw error;
    return callWithRetries(changed, call);
  }
}

/** Each of these happens once. */
function withoutRejected(
  sending: Sending,
  error: unknown,
): Sending | undefined {
  const { thread, ...withoutThread } = sending;
  const { entities, ...withoutEntities } = sending;
  if (entities !== undefined && areEntitiesRejected(error))
    return withoutEntities;
  if (thread !== undefined && isThreadMissing(error)) return withoutThread;
  const chat = newChatOf(error);
  return chat === undefined || sending.hasMoved
    ? undefined
    : { ...sending, chat, hasMoved: true };
}

/** What a failed call means for the part that was to be sent; see `explainFailure` for why the error is not its cause. */
export function toDeliveryError(error: unknown, token: string): DeliveryError {
  const reason = explainFailure(error, token);
  if (!(error instanceof TelegramError))
    return new DeliveryError({ kind: "unreachable", reason });
  const { status, description, parameters } = error;
  const { retry_after: retryAfterSeconds } = parameters;
  return new DeliveryError({
    kind: kindOf(status, description),
    reason,
    ...(retryAfterSeconds !== undefined && {
      retryAfterMs: retryAfterSeconds * 1000,
    }),
  });
}

/** Whether an entity exceeds a limit that Telegram does not document: the bare text passes. */
function areEntitiesRejected(error: unknown): boolean {
  return isBadRequest(error, /entit(?:y|ies)/i);
}

/** Whether the topic was deleted, or is one that cannot be named (https://github.com/tdlib/telegram-bot-api/issues/847). */
function isThreadMissing(error: unknown): boolean {
  return isBadRequest(error, /message thread not found|TOPIC_DELETED/i);
}

/** Whether an edit would change nothing: the message is as it should be. */
export function isUnchanged(error: unknown): boolean {
  return isBadRequest(error, /message is not modified/i);
}

/** Whether the message was deleted, or cannot be changed any more, or is a file, which does not become a text. */
export function isMessageGone(error: unknown): boolean {
  return isBadRequest(
    error,
    /message to (?:edit|delete) not found|message can't be edited|no text in the message to edit|message_id_invalid/i,
  );
}

/** The supergroup that the group has become. */
function newChatOf(error: unknown): number | undefined {
  return error instanceof TelegramError
    ? error.parameters.migrate_to_chat_id
    : undefined;
}

/**
 * Where the bot may not write any more, no part will get through. Telegram's servers say so in capitals, which the Bot
 * API's turns from 403 into 400 (https://github.com/tdlib/telegram-bot-api, `Client::fail_query_with_error`), and the Bot
 * API's in words. Who may not send files may still send texts.
 */
const NO_ACCESS = new RegExp(
  [
    "chat not found",
    "(?:user|chat) (?:is|was) deactivated",
    "not enough rights to send text messages",
    "have no rights to send a message",
    "have no write access",
    "need administrator rights",
    "(?:CHAT|CHAT_SEND_PLAIN|CHAT_GUEST_SEND|CHAT_WRITE)_FORBIDDEN",
    "CHAT_RESTRICTED|CHAT_ADMIN_REQUIRED|CHANNEL_PRIVATE|PEER_ID_INVALID",
    "USER_BANNED_IN_CHANNEL|TOPIC_CLOSED",
  ].join("|"),
  "i",
);

function isBadRequest(error: unknown, description: RegExp): boolean {
  return (
    error instanceof TelegramError &&
    error.status === 400 &&
    description.test(error.description)
  );
}

function kindOf(status: number, description: string): DeliveryError["kind"] {
  if (status === 429) return "rate-limited";
  if (status === 403) return "gone";
  if (status === 400 && NO_ACCESS.test(description)) return "gone";
  return status >= 400 && status < 500 ? "refused" : "unreachable";
}
