import * as z from "zod";
import type { Attempt } from "./keep-trying.ts";

/**
 * Outcome of a posted update. `refused`: retrying cannot help until the setup
 * changes.
 */
export type Posted =
  | {
      readonly kind: "accepted";
      /** The API call requested in the response body. */
      readonly call?: AcknowledgingCall | undefined;
    }
  | { readonly kind: "refused"; readonly explanation: string };

export type AcknowledgingCall = z.infer<typeof AcknowledgingCall>;

const AcknowledgingCall = z.discriminatedUnion("method", [
  z.object({
    method: z.literal("sendChatAction"),
    chat_id: z.int(),
    action: z.literal("typing"),
    message_thread_id: z.int().optional(),
  }),
  z.object({
    method: z.literal("answerCallbackQuery"),
    callback_query_id: z.string(),
  }),
]);

const TIMEOUT_MS = 30_000;

/**
 * Posts an update to a local Parley, as Telegram would to a deployment. Does
 * not throw.
 */
export async function postUpdate({
  origin,
  webhookSecret,
  update,
  signal,
}: {
  /** Origin of Parley, e.g. `http://localhost:8787`. */
  origin: string;
  webhookSecret: string;
  update: unknown;
  signal: AbortSignal;
}): Promise<Attempt<Posted>> {
  try {
    const response = await fetch(`${origin}/telegram/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": webhookSecret,
      },
      body: JSON.stringify(update),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return toAttempt(response, await response.text());
  } catch {
    return {
      kind: "later",
      reason: `Nothing answers at ${origin}. Is \`npm run dev\` running? On another port: npm run telegram:poll -- http://localhost:8797`,
    };
  }
}

function toAttempt(
  { ok, status, headers }: Response,
  body: string,
): Attempt<Posted> {
  if (ok)
    return {
      kind: "done",
      result: { kind: "accepted", call: parseCall(body) },
    };
  const said = `Parley answered ${status}: ${body.slice(0, 300)}`;
  if (status === 429 || status >= 500)
    return { kind: "later", reason: said, ...retryAfter(headers) };
  return {
    kind: "done",
    result: { kind: "refused", explanation: `${said}\n→ ${adviceFor(status)}` },
  };
}

function parseCall(body: string): AcknowledgingCall | undefined {
  try {
    return AcknowledgingCall.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function retryAfter(headers: Headers): { retryAfterMs?: number } {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}

function adviceFor(status: number): string {
  switch (status) {
    case 401:
      return "The secrets differ. Parley reads TELEGRAM_WEBHOOK_SECRET from .dev.vars at startup: restart it, and check that this script's environment does not set another one.";
    case 404:
      return "There is no Telegram channel at this address. Set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET in .dev.vars and restart Parley.";
    default:
      return "Is Parley running at this address?";
  }
}
