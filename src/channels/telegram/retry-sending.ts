import { GrammyError } from "grammy/web";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyPart } from "../../types/reply.ts";
import { explainFailure } from "./telegram-api.ts";

export interface Sending extends ReplyPart {
  readonly chat: number;
  readonly thread?: number;
  /** The group became a supergroup meanwhile: its message ids differ. */
  readonly hasMoved?: true;
}

export function toSending(
  part: ReplyPart,
  { chat, thread }: { chat: number; thread?: number | undefined },
): Sending {
  return { chat, ...(thread !== undefined && { thread }), ...part };
}

/**
 * Retries the call without what Telegram rejects: without entities, without the
 * topic, or in the supergroup that the group became. Throws what the last call
 * threw.
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

/** Each change happens at most once. */
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

/**
 * Converts an error to a `DeliveryError`, without a cause: see
 * `explainFailure`.
 */
export function toDeliveryError(error: unknown): DeliveryError {
  const reason = explainFailure(error);
  if (!(error instanceof GrammyError))
    return new DeliveryError({ kind: "unreachable", reason });
  const { error_code, description, parameters } = error;
  const { retry_after: retryAfterSeconds } = parameters;
  return new DeliveryError({
    kind: kindOf(error_code, description),
    reason,
    ...(retryAfterSeconds !== undefined && {
      retryAfterMs: retryAfterSeconds * 1000,
    }),
  });
}

/** An entity exceeds an undocumented limit; the plain text is accepted. */
function areEntitiesRejected(error: unknown): boolean {
  return isBadRequest(error, /entit(?:y|ies)/i);
}

/**
 * The topic was deleted, or cannot be addressed
 * (https://github.com/tdlib/telegram-bot-api/issues/847).
 */
function isThreadMissing(error: unknown): boolean {
  return isBadRequest(error, /message thread not found|TOPIC_DELETED/i);
}

/** Whether an edit failed because it changes nothing. */
export function isUnchanged(error: unknown): boolean {
  return isBadRequest(error, /message is not modified/i);
}

/**
 * Whether the message was deleted, can no longer be edited, or is a file, which
 * cannot become text.
 */
export function isMessageGone(error: unknown): boolean {
  return isBadRequest(
    error,
    /message to (?:edit|delete) not found|message can't be edited|no text in the message to edit|message_id_invalid/i,
  );
}

/** The supergroup that the group became. */
function newChatOf(error: unknown): number | undefined {
  return error instanceof GrammyError
    ? error.parameters.migrate_to_chat_id
    : undefined;
}

/**
 * Errors of chats that the bot can no longer write to. Upper-case ones come
 * from Telegram's servers; the Bot API turns their 403 into 400
 * (https://github.com/tdlib/telegram-bot-api, `Client::fail_query_with_error`).
 * Missing rights to send files are not among them, as texts may still be
 * allowed.
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
    error instanceof GrammyError &&
    error.error_code === 400 &&
    description.test(error.description)
  );
}

function kindOf(status: number, description: string): DeliveryError["kind"] {
  if (status === 429) return "rate-limited";
  if (status === 403) return "gone";
  if (status === 400 && NO_ACCESS.test(description)) return "gone";
  return status >= 400 && status < 500 ? "refused" : "unreachable";
}
