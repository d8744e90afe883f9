import * as z from "zod";
import { toCode } from "../../text/text.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { AccessToken } from "../kit/access-token.ts";
import { callPlatform, type PlatformAnswer } from "../kit/call-platform.ts";
import { kindOf } from "../kit/platform-codes.ts";
import { isServiceUrl, type TeamsAddress } from "./teams-address.ts";

/**
 * Calls the conversation's service with the bot's token
 * (https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference).
 * Throws `DeliveryError`, with a code if the service rejects the call.
 */
export type Connector = (
  call: {
    readonly method: "POST" | "PUT" | "DELETE";
    /** The id of the message to change. */
    readonly activity?: string;
    readonly body?: object;
  },
  address: TeamsAddress,
  options: { signal: AbortSignal },
) => Promise<{
  /** The message's id, if the service returns one. */
  readonly id?: string | undefined;
}>;

const Sent = z.object({ id: z.string().min(1).max(400).optional() });
const Failure = z.object({ error: z.object({ code: z.string().max(100) }) });

export interface ConnectorAccess {
  readonly token: AccessToken;
  /** See `isServiceUrl`. */
  readonly serviceRoot?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export function createConnector({
  token,
  serviceRoot,
  fetch,
}: ConnectorAccess): Connector {
  return async ({ method, activity, body }, { service, to }, { signal }) => {
    if (!isServiceUrl(service, serviceRoot))
      throw new DeliveryError({
        kind: "refused",
        reason: "the address is not one of Microsoft's services",
      });
    const activities = `${service}/v3/conversations/${encodeURIComponent(to)}/activities`;
    const url =
      activity === undefined
        ? activities
        : `${activities}/${encodeURIComponent(activity)}`;
    const call = (used: string) =>
      callPlatform(url, {
        method,
        headers: { authorization: `Bearer ${used}` },
        body,
        fetch,
        signal,
      });
    // Changing the app's secret revokes its tokens.
    const isRefused = ({ status }: PlatformAnswer) => status === 401;
    return readAnswer(await token.use(call, { isRefused, signal }));
  };
}

function readAnswer({ status, body }: PlatformAnswer): z.infer<typeof Sent> {
  if (status < 300) return Sent.safeParse(body).data ?? {};
  const said = Failure.safeParse(body).data?.error.code ?? "no code";
  const code = said === NO_STREAM ? said : status;
  throw new DeliveryError({
    code,
    kind: kindOf(code, CODES),
    reason: `HTTP ${status}: ${toCode(said) ?? "unknown error"}`,
  });
}

/** The only code that says more than its status: the chat itself still works. */
export const NO_STREAM = "ContentStreamNotAllowed";

/**
 * 412 is transient:
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/rate-limit
 */
const CODES = { unreachable: [412], gone: [403, 404] };
