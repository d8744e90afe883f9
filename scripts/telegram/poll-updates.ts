import type { Update } from "grammy/types";
import { GrammyError, type Api } from "grammy/web";
import { UPDATE_KINDS } from "../../src/channels/telegram/setup/set-webhook.ts";
import { keepTrying, type Attempt, type RetryOptions } from "./keep-trying.ts";
import type { AcknowledgingCall, Posted } from "./post-update.ts";

/** Timeout of Telegram's long polling. */
export const POLL_SECONDS = 50;

/** Together they stay below the length of an answer that is read. */
const MAX_UPDATES = 10;

type PollingEnd =
  /** The signal was aborted. */
  | { readonly kind: "stopped" }
  /** Parley rejects an update in a way that retrying cannot fix. */
  | { readonly kind: "refused"; readonly explanation: string };

/**
 * Fetches the bot's updates and posts them one by one. An update is confirmed
 * to Telegram only after Parley has accepted it, so none is lost. Throws
 * `GrammyError` if retrying cannot help.
 */
export async function pollUpdates({
  api,
  post,
  ...options
}: RetryOptions & {
  api: Api;
  post: (update: Update) => Promise<Attempt<Posted>>;
}): Promise<PollingEnd> {
  let offset = 0;
  for (;;) {
    const fetched = await keepTrying(() => fetchUpdates(api, offset), options);
    if (fetched.kind === "stopped") return fetched;
    for (const update of fetched.result) {
      const posted = await keepTrying(() => post(update), options);
      if (posted.kind === "stopped") return posted;
      if (posted.result.kind === "refused") return posted.result;
      await makeCall(api, posted.result.call);
      options.print(`Forwarded update ${update.update_id}.`);
      offset = update.update_id + 1;
    }
  }
}

async function fetchUpdates(
  api: Api,
  offset: number,
): Promise<Attempt<Update[]>> {
  try {
    const result = await api.getUpdates({
      offset,
      limit: MAX_UPDATES,
      timeout: POLL_SECONDS,
      allowed_updates: UPDATE_KINDS,
    });
    return { kind: "done", result };
  } catch (error) {
    if (!(error instanceof GrammyError))
      return { kind: "later", reason: "Telegram could not be reached." };
    const { error_code: status, description, parameters } = error;
    if (status < 500 && status !== 429) throw error;
    return {
      kind: "later",
      reason: `Telegram answered ${status}: ${description}.`,
      ...(parameters.retry_after !== undefined && {
        retryAfterMs: parameters.retry_after * 1000,
      }),
    };
  }
}

/** Best effort, like Telegram: one attempt, errors ignored. */
async function makeCall(
  api: Api,
  call: AcknowledgingCall | undefined,
): Promise<void> {
  try {
    if (call?.method === "answerCallbackQuery")
      await api.answerCallbackQuery(call.callback_query_id);
    else if (call !== undefined) {
      const { message_thread_id: thread } = call;
      await api.sendChatAction(call.chat_id, call.action, {
        ...(thread !== undefined && { message_thread_id: thread }),
      });
    }
  } catch {
    // Telegram does not report such errors, either.
  }
}
