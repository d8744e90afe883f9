import * as z from "zod";
import { toCode } from "../../text/text.ts";
import { DeliveryError } from "../../types/errors.ts";
import {
  callPlatform,
  malformedAnswer,
  type PlatformAccess,
} from "../kit/call-platform.ts";
import { hasCode, kindOf } from "../kit/platform-codes.ts";

const Answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().max(200).optional(),
  ts: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

/**
 * Calls a method of the Web API (https://docs.slack.dev/apis/web-api). Throws
 * `DeliveryError`, with a code if Slack rejects the call, e.g.
 * `channel_not_found`.
 */
export async function callSlack(
  method: string,
  parameters: Readonly<Record<string, unknown>>,
  { token, apiRoot, fetch, signal }: PlatformAccess & { signal: AbortSignal },
): Promise<Answer> {
  const { body } = await callPlatform(`${apiRoot}/${method}`, {
    headers: { authorization: `Bearer ${token}` },
    body: parameters,
    fetch,
    signal,
  });
  const answer = Answer.safeParse(body);
  if (!answer.success) throw malformedAnswer("Slack");
  const { ok, error: code = "unknown" } = answer.data;
  if (ok) return answer.data;
  throw new DeliveryError({
    code,
    kind: kindOf(code, CODES),
    reason: `${method}: ${toCode(code) ?? "unknown error"}`,
  });
}

const CODES = {
  "rate-limited": ["ratelimited", "rate_limited"],
  unreachable: [
    "internal_error",
    "fatal_error",
    "service_unavailable",
    "request_timeout",
    "team_added_to_org",
    "accesslimited",
  ],
  /** The bot cannot post there (any more). */
  gone: [
    "channel_not_found",
    "not_in_channel",
    "is_archived",
    "user_not_found",
    "user_disabled",
    "restricted_action",
    "restricted_action_read_only_channel",
    "restricted_action_thread_only_channel",
    "restricted_action_thread_locked",
    "cannot_dm_bot",
    "messages_tab_disabled",
  ],
};

/** Whether the message was deleted or can no longer be changed. */
export const isMessageGone = hasCode([
  "message_not_found",
  "cant_update_message",
  "cant_delete_message",
  "edit_window_closed",
]);
