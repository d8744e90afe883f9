import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import {
  callPlatform,
  type PlatformAccess,
  type PlatformAnswer,
} from "../kit/call-platform.ts";
import { kindOf } from "../kit/platform-codes.ts";

const Failure = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
  }),
});

const CODES = {
  /**
   * Too many calls, or too many messages to one person:
   * https://developers.facebook.com/docs/graph-api/overview/rate-limiting and
   * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
   */
  "rate-limited": [4, 17, 32, 613, 80007, 130429, 131048, 131056],
  unreachable: [1, 2, 131000, 131016],
  /** The person is unknown, or has not written in the last 24 hours. */
  gone: [551, 131026, 131030, 131047, 131049],
};
/** The same. */
const GONE_SUBCODES = [2018278, 1545041];

/**
 * Calls the Graph API, and returns the parsed response. Throws only
 * `DeliveryError`, whose reason includes neither the token nor the body.
 */
export async function callGraph(
  path: string,
  {
    access: { token, apiRoot, fetch },
    ...options
  }: {
    /** Its `apiRoot` includes the version. */
    access: PlatformAccess;
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
  if (answer.status < 300) return answer.body;
  throw toDeliveryError(answer);
}

function toDeliveryError({ status, body }: PlatformAnswer): DeliveryError {
  const { data } = Failure.safeParse(body);
  const { code = 0, error_subcode: subcode = 0, message } = data?.error ?? {};
  const reason = `HTTP ${status}, error ${code}${subcode === 0 ? "" : `/${subcode}`}`;
  const isGone = GONE_SUBCODES.includes(subcode);
  return new DeliveryError({
    kind: isGone ? "gone" : kindOf(code, CODES),
    reason,
    said: message?.slice(0, 200),
  });
}
