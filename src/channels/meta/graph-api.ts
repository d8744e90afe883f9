import { DeliveryError } from "../../errors.ts";
import {
  callPlatform,
  type PlatformAccess,
  type PlatformAnswer,
} from "../call-platform.ts";
import * as z from "zod";

/** To Meta's Graph API; the root has its version. */
export type GraphAccess = PlatformAccess;

const Failure = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
  }),
});

/**
 * Too many calls, or messages to one person: https://developers.facebook.com/docs/graph-api/overview/rate-limiting and
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
 */
const RATE_CODES = [4, 17, 32, 613, 80007, 130429, 131048, 131056];
/** Nobody there, or not within 24 hours of a message of theirs. */
const GONE_CODES = [551, 131026, 131030, 131047, 131049];
const GONE_SUBCODES = [2018278, 1545041];
/** What Meta calls temporary. */
const PASSING_CODES = [1, 2, 131000, 131016];

/** Makes one call. Throws only `DeliveryError`, whose reason holds neither the token nor what was sent. */
export async function callGraph(
  path: string,
  {
    access: { token, apiRoot, fetch },
    ...options
  }: {
    access: GraphAccess;
    method?: "GET" | "POST";
    body?: unknown;
    signal: AbortSignal;
  },
): Promise<unknown> {
  const answer = await callPlatform(`${apiRoot}/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}` },
    fetch,
  });
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw toDeliveryError(answer);
}

function toDeliveryError({ status, body }: PlatformAnswer): DeliveryError {
  const { data } = Failure.safeParse(body);
  const { code = 0, error_subcode: subcode = 0, message } = data?.error ?? {};
  const reason = `HTTP ${status}, error ${code}${subcode === 0 ? "" : `/${subcode}`}: ${(message ?? "no reason").slice(0, 200)}`;
  if (RATE_CODES.includes(code))
    return new DeliveryError({ kind: "rate-limited", reason });
  if (PASSING_CODES.includes(code))
    return new DeliveryError({ kind: "unreachable", reason });
  const isGone = GONE_CODES.includes(code) || GONE_SUBCODES.includes(subcode);
  return new DeliveryError({ kind: isGone ? "gone" : "refused", reason });
}
