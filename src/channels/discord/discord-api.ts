import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import {
  callPlatform,
  malformedAnswer,
  type PlatformAccess,
} from "../kit/call-platform.ts";
import { hasCode, kindOf } from "../kit/platform-codes.ts";

const Failure = z.object({ code: z.int() });
const Message = z.object({ id: z.string() });

/**
 * Calls the API, and returns the id of the message in the answer, "" for
 * `DELETE`. Throws `DeliveryError`, with a code if Discord rejects the call.
 */
export async function callDiscord(
  path: string,
  {
    method,
    body,
    access: { token, apiRoot, fetch },
    signal,
    asBot = false,
  }: {
    method: "POST" | "PATCH" | "DELETE";
    body?: unknown;
    access: PlatformAccess;
    signal: AbortSignal;
    /** Sends the bot's token. If not, `path` includes the interaction's. */
    asBot?: boolean;
  },
): Promise<string> {
  const { status, body: answer } = await callPlatform(apiRoot + path, {
    method,
    ...(asBot && { headers: { authorization: `Bot ${token}` } }),
    body,
    fetch,
    signal,
  });
  if (status >= 400) {
    const { code = 0 } = Failure.safeParse(answer).data ?? {};
    throw new DeliveryError({
      code,
      kind: status === 403 ? "gone" : kindOf(code, CODES),
      reason: `HTTP ${status}, error ${code}`,
    });
  }
  if (method === "DELETE") return "";
  const message = Message.safeParse(answer);
  if (message.success) return message.data.id;
  throw malformedAnswer("Discord");
}

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const CODES = {
  /**
   * Unknown channel, missing access, the person accepts no messages, missing
   * permissions, or the thread is locked.
   */
  gone: [10_003, 50_001, 50_007, 50_013, 160_005],
};

/** Whether the message was deleted. */
export const isMessageGone = hasCode([10_008]);

/** Whether the interaction's token is not valid (yet, or any more). */
export const isTokenUnknown = hasCode([10_015, 10_062, 50_027]);
