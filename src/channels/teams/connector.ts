import { DeliveryError } from "../../errors.ts";
import { callPlatform, type PlatformAnswer } from "../call-platform.ts";
import { isServiceUrl, type TeamsAddress } from "./teams-address.ts";
import * as z from "zod";

/** How to reach Teams as a bot. */
export interface TeamsAccess {
  readonly appId: string;
  readonly password: string;
  /** A tenant's id, or `botframework.com` for a bot of all tenants. */
  readonly tenant: string;
  readonly loginRoot: string;
  /** Where the token may go instead of to Microsoft's hosts. */
  readonly serviceRoot?: string | undefined;
  readonly fetch?: typeof globalThis.fetch;
}

/** The connector's refusal of a call. */
export class TeamsError extends DeliveryError {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super({ kind: kindOf(status, code), reason: `HTTP ${status}: ${code}` });
    this.status = status;
    this.code = code;
  }
}

/** Calls the conversation's service once, with the bot's token (https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference). */
export type Connector = (
  call: {
    readonly method: "POST" | "PUT" | "DELETE";
    /** Of the message to change. */
    readonly activity?: string;
    readonly body?: object;
  },
  address: TeamsAddress,
  options: { signal: AbortSignal },
) => Promise<{
  /** Of the message, where the service names it. */
  readonly id?: string | undefined;
}>;

const SCOPE = "https://api.botframework.com/.default";
/** A token is renewed so long before its end. */
const RENEWED_EARLIER_MS = 300_000;

const Token = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive(),
});
const LoginFailure = z.object({ error: z.string().max(100) });
const Sent = z.object({ id: z.string().min(1).max(400).optional() });
const Failure = z.object({ error: z.object({ code: z.string().max(100) }) });

export function createConnector({
  serviceRoot,
  fetch,
  now,
  ...login
}: TeamsAccess & { now: () => number }): Connector {
  let token: { text: string; until: number } | undefined;
  let isRenewing = false;

  /** The same for all conversations. While one call renews it, others use the old one as long as it is valid. */
  const readToken = async (signal: AbortSignal): Promise<string> => {
    const leftMs = (token?.until ?? 0) - now();
    if (token !== undefined && leftMs > (isRenewing ? 0 : RENEWED_EARLIER_MS))
      return token.text;
    isRenewing = true;
    try {
      const fresh = await fetchToken({ ...login, fetch, signal });
      token = {
        text: fresh.access_token,
        until: now() + fresh.expires_in * 1_000,
      };
      return token.text;
    } finally {
      isRenewing = false;
    }
  };

  return async ({ method, activity, body }, { service, to }, { signal }) => {
    if (!isServiceUrl(service, serviceRoot))
      throw new DeliveryError({
        kind: "refused",
        reason: "the address is not one of Microsoft's services",
      });
    const path = `/v3/conversations/${encodeURIComponent(to)}/activities`;
    const call = (bearer: string) =>
      callPlatform(
        service +
          path +
          (activity === undefined ? "" : `/${encodeURIComponent(activity)}`),
        {
          method,
          headers: { authorization: `Bearer ${bearer}` },
          body,
          fetch,
          signal,
        },
      );
    const used = await readToken(signal);
    let answer = await call(used);
    if (answer.status === 401) {
      // It was revoked, with the secret of the app.
      if (token?.text === used) token = undefined;
      answer = await call(await readToken(signal));
    }
    return readAnswer(answer);
  };
}

/** The bot's token for the service. Throws `DeliveryError`: `refused` where Microsoft does not accept the app or its password. */
export async function fetchToken({
  appId,
  password,
  tenant,
  loginRoot,
  fetch,
  signal,
}: Omit<TeamsAccess, "serviceRoot" | "fetch"> & {
  fetch?: typeof globalThis.fetch | undefined;
  signal: AbortSignal;
}): Promise<z.infer<typeof Token>> {
  const { status, body } = await callPlatform(
    `${loginRoot}/${tenant}/oauth2/v2.0/token`,
    {
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: appId,
        client_secret: password,
        scope: SCOPE,
      }),
      fetch,
      signal,
    },
  );
  const parsed = Token.safeParse(body);
  if (status === 200 && parsed.success) return parsed.data;
  const { data } = LoginFailure.safeParse(body);
  throw new DeliveryError({
    kind: "refused",
    reason: `no token: ${data?.error ?? `HTTP ${status}`}`,
  });
}

function readAnswer({ status, body }: PlatformAnswer): z.infer<typeof Sent> {
  if (status >= 200 && status < 300) return Sent.safeParse(body).data ?? {};
  const { data } = Failure.safeParse(body);
  throw new TeamsError(status, data?.error.code ?? "no code");
}

/** 412 passes (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/rate-limit). */
function kindOf(status: number, code: string): DeliveryError["kind"] {
  if (status === 412) return "unreachable";
  if (code === "ContentStreamNotAllowed") return "refused";
  return status === 403 || status === 404 ? "gone" : "refused";
}
