import * as z from "zod";
import { toCode } from "../../text/text.ts";
import { DeliveryError } from "../../types/errors.ts";
import {
  callPlatform,
  malformedAnswer,
  type PlatformAccess,
} from "../kit/call-platform.ts";

export type SlackAccess = PlatformAccess;

const Answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().max(200).optional(),
  ts: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

/** Slack rejected a call, e.g. with `channel_not_found`. */
export class SlackError extends DeliveryError {
  readonly error: string;

  constructor(method: string, error: string) {
    super({
      kind: kindOf(error),
      reason: `${method}: ${toCode(error) ?? "unknown error"}`,
    });
    this.error = error;
  }
}

/**
 * Calls a method of the Web API (https://docs.slack.dev/apis/web-api). Throws
 * `SlackError` if Slack rejects the call, else `DeliveryError`.
 */
export async function callSlack(
  method: string,
  parameters: Readonly<Record<string, unknown>>,
  { token, apiRoot, fetch, signal }: SlackAccess & { signal: AbortSignal },
): Promise<Answer> {
  const { body } = await callPlatform(`${apiRoot}/${method}`, {
    headers: { authorization: `Bearer ${token}` },
    body: parameters,
    fetch,
    signal,
  });
  const answer = Answer.safeParse(body);
  if (!answer.success) throw malformedAnswer("Slack");
  if (!answer.data.ok)
    throw new SlackError(method, answer.data.error ?? "unknown");
  return answer.data;
}

/** The bot cannot post there (any more). */
const GONE = new Set([
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
]);

const TRANSIENT = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
  "accesslimited",
]);

function kindOf(error: string): DeliveryError["kind"] {
  if (error === "ratelimited" || error === "rate_limited")
    return "rate-limited";
  if (GONE.has(error)) return "gone";
  return TRANSIENT.has(error) ? "unreachable" : "refused";
}

/** Whether the message was deleted or can no longer be changed. */
export function isMessageGone(error: unknown): boolean {
  return (
    error instanceof SlackError &&
    [
      "message_not_found",
      "cant_update_message",
      "cant_delete_message",
      "edit_window_closed",
    ].includes(error.error)
  );
}
