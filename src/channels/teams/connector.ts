import * as z from "zod";
import { toCode } from "../../text/text.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { AccessToken } from "../kit/access-token.ts";
import { callPlatform, type PlatformAnswer } from "../kit/call-platform.ts";
import { isServiceUrl, type TeamsAddress } from "./teams-address.ts";

/** The connector rejected a call. */
export class TeamsError extends DeliveryError {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super({
      kind: kindOf(status, code),
      reason: `HTTP ${status}: ${toCode(code) ?? "unknown error"}`,
    });
    this.status = status;
    this.code = code;
  }
}

/**
 * Calls the conversation's service with the bot's token
 * (https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference).
 * Throws `TeamsError` if the service rejects the call, else `DeliveryError`.
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

export function createConnector({
  token,
  serviceRoot,
  fetch,
}: {
  token: AccessToken;
  /** See `isServiceUrl`. */
  serviceRoot?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}): Connector {
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
  if (status >= 200 && status < 300) return Sent.safeParse(body).data ?? {};
  const { data } = Failure.safeParse(body);
  throw new TeamsError(status, data?.error.code ?? "no code");
}

/**
 * 412 is transient:
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/rate-limit
 */
function kindOf(status: number, code: string): DeliveryError["kind"] {
  if (status === 412) return "unreachable";
  if (code === "ContentStreamNotAllowed") return "refused";
  return status === 403 || status === 404 ? "gone" : "refused";
}
