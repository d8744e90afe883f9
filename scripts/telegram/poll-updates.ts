import type { Update } from "@grammyjs/types";
import { UPDATE_KINDS } from "../../src/channels/telegram/setup/set-webhook.ts";
import {
  TelegramError,
  type TelegramApi,
} from "../../src/channels/telegram/telegram-api.ts";
import { keepTrying, type Attempt, type RetryOptions } from "./keep-trying.ts";
import type { AcknowledgingCall, Posted } from "./post-update.ts";

/** Timeout of Telegram's long polling. */
export const POLL_SECONDS = 50;

type PollingEnd =
  /** The signal was aborted. */
  | { readonly kind: "stopped" }
  /** Parley rejects an update in a way that retrying cannot fix. */
  | { readonly kind: "refused"; readonly explanation: string };

/**
 * Fetches the bot's updates and posts them one by one. An update is confirmed
 * to Telegram only after Parley has accepted it, so none is lost. Throws
 * `TelegramError` if retrying cannot help.
 */
export async function pollUpdates({
  api,
  post,
  ...options
}: RetryOptions & {
  api: TelegramApi;
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
  api: TelegramApi,
  offset: number,
): Promise<Attempt<Update[]>> {
  try {
    const result = await api("getUpdates", {
      offset,
      timeout: POLL_SECONDS,
      allowed_updates: UPDATE_KINDS,
    });
    return { kind: "done", result };
  } catch (error) {
    if (!(error instanceof TelegramError))
      return { kind: "later", reason: "Telegram could not be reached." };
    const { status, description, parameters } = error;
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
  api: TelegramApi,
  call: AcknowledgingCall | undefined,
): Promise<void> {
  try {
    if (call?.method === "answerCallbackQuery")
      await api("answerCallbackQuery", {
        callback_query_id: call.callback_query_id,
      });
    else if (call !== undefined) {
      const { message_thread_id: thread } = call;
      await api("sendChatAction", {
        chat_id: call.chat_id,
        action: call.action,
        ...(thread !== undefined && { message_thread_id: thread }),
      });
    }
  } catch {
    // Telegram does not report such errors, either.
  }
}
