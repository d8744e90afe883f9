import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import {
  callPlatform,
  malformedAnswer,
  type PlatformAccess,
} from "../kit/call-platform.ts";

export type DiscordAccess = PlatformAccess;

const Failure = z.object({
  code: z.int(),
  message: z.string().max(500).default(""),
});
const Message = z.object({ id: z.string() });

/**
 * Discord rejected a call. Codes:
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
 */
class DiscordError extends DeliveryError {
  readonly code: number;

  constructor(status: number, { code, message }: z.infer<typeof Failure>) {
    super({
      kind: kindOf(status, code),
      reason: `HTTP ${status}, error ${code}`,
      said: message,
    });
    this.code = code;
  }
}

/**
 * Calls the API, and returns the id of the message in the answer, "" for
 * `DELETE`. Throws `DiscordError` if Discord rejects the call, else
 * `DeliveryError`.
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
    access: DiscordAccess;
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
    const failure = Failure.safeParse(answer);
    throw new DiscordError(
      status,
      failure.data ?? { code: 0, message: "no reason" },
    );
  }
  if (method === "DELETE") return "";
  const message = Message.safeParse(answer);
  if (message.success) return message.data.id;
  throw malformedAnswer("Discord");
}

const UNKNOWN_CHANNEL = 10_003;
const UNKNOWN_MESSAGE = 10_008;
/** The interaction's token is not valid (yet, or any more). */
const TOKEN_CODES = [10_015, 10_062, 50_027];
/**
 * Missing access, the person accepts no messages, missing permissions, or the
 * thread is locked.
 */
const GONE_CODES = [UNKNOWN_CHANNEL, 50_001, 50_007, 50_013, 160_005];

function kindOf(status: number, code: number): DeliveryError["kind"] {
  return GONE_CODES.includes(code) || status === 403 ? "gone" : "refused";
}

/** Whether the message was deleted. */
export function isMessageGone(error: unknown): boolean {
  return error instanceof DiscordError && error.code === UNKNOWN_MESSAGE;
}

/** Whether the interaction's token is not valid (yet, or any more). */
export function isTokenUnknown(error: unknown): boolean {
  return error instanceof DiscordError && TOKEN_CODES.includes(error.code);
}
