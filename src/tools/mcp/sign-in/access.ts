import {
  OAuthError,
  refreshAuthorization,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import { sleep } from "../../../runtime/abort.ts";
import { logWarning } from "../../../runtime/log.ts";
import { ToolError } from "../../../types/errors.ts";
import type { SignInParty } from "../../../types/sign-ins.ts";
import type { McpServer } from "../mcp-server.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { expiryOf, keyOfSignIn, type KeptSignIn } from "./kept-sign-in.ts";
import type { OpenedRow, SealedRows } from "./sealed-rows.ts";

/** Nobody is signed in, or not any more. */
export class SignedOutError extends ToolError {}

/** The way to somebody's token for a server. */
export interface Access {
  /**
   * Returns a valid access token; renews it if it expires soon. Throws
   * `SignedOutError`, another `ToolError`, or the signal's reason.
   * @param options.refused the token that the server has just refused
   */
  token(options: {
    signal: AbortSignal;
    refused?: string | undefined;
  }): Promise<string>;
}

type SignedIn = Extract<KeptSignIn, { kind: "signed-in" }>;

/** Tokens are renewed that long before they expire. */
const EARLY_MS = 60_000;
/** Longer than a request for new tokens may take. */
const LEASE_MS = 20_000;
const POLL_MS = 200;
const WRITE_ATTEMPTS = 3;

/** By these, a server does not refuse the sign-in. */
const PASSING =
  /^(?:server_error|temporarily_unavailable|too_many_requests|slow_down)$/;

/**
 * Renews tokens once for all turns, in all processes: whoever renews them holds
 * a lease in the row, and the others wait, or use the old token while it is
 * valid. A process may die after the server has replaced the refresh token,
 * before the new one is stored. Then the next one is refused, which ends the
 * sign-in.
 */
export function createAccess({
  rows,
  server,
  party,
  now = Date.now,
}: {
  rows: SealedRows<KeptSignIn>;
  server: McpServer;
  party: SignInParty;
  now?: () => number;
}): Access {
  const key = keyOfSignIn(party);

  /** Returns the new row's content, `undefined` if another was faster. */
  const store = async (before: string, content: KeptSignIn) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await rows.swap(key, before, content);
      } catch (error) {
        // What would be lost is the only token that the server accepts.
        if (attempt >= WRITE_ATTEMPTS) throw error;
      }
  };

  const refuse = async (version: string): Promise<never> => {
    logWarning("sign-in refused", { server: server.name });
    await store(version, { kind: "refused" });
    throw signedOut(server);
  };

  /**
   * Returns the token to use, also if the server gives the same again;
   * `undefined` if another process was faster.
   */
  const renew = async (
    { version, content }: OpenedRow<SignedIn>,
    isAccepted: boolean,
  ): Promise<string | undefined> => {
    const renewedUntil = now() + LEASE_MS;
    const leased = await rows.swap(key, version, { ...content, renewedUntil });
    if (leased === undefined) return undefined;
    const renewal = await requestTokens(content, server);
    if (renewal.kind === "refused") return refuse(leased);
    const { renewedUntil: _, ...rest } = content;
    if (renewal.kind === "failed") {
      const kept = await store(leased, rest);
      if (isAccepted && isValid(content, now()))
        return kept && content.tokens.access_token;
      throw new ToolError(
        `The sign-in at ${server.name} cannot be renewed now. Try again later.`,
      );
    }
    const { tokens } = renewal;
    const stored = await store(leased, {
      ...rest,
      tokens,
      expiresAt: expiryOf(tokens, now()),
    });
    return stored && tokens.access_token;
  };

  return {
    async token({ signal, refused }) {
      for (let wasSlower = false; ;) {
        signal.throwIfAborted();
        const row = await rows.find(key);
        const content = row?.content;
        if (
          row === undefined ||
          content?.kind !== "signed-in" ||
          content.serverUrl !== server.url
        )
          throw signedOut(server);
        const { access_token: token, refresh_token } = content.tokens;
        const isAccepted = token !== refused;
        const canWait = isAccepted && isValid(content, now());
        const isFresh = canWait && isValid(content, now() + EARLY_MS);
        if (isFresh || (canWait && wasSlower)) {
          await rows.touch(key, row);
          return token;
        }
        if ((content.renewedUntil ?? 0) > now()) {
          if (canWait) return token;
          await sleep(POLL_MS, { signal });
        } else if (refresh_token === undefined) {
          if (canWait) return token;
          await refuse(row.version);
        } else {
          const { version } = row;
          const renewed = await renew({ version, content }, isAccepted);
          if (renewed !== undefined) return renewed;
          wasSlower = true;
        }
      }
    },
  };
}

function isValid({ expiresAt = Infinity }: SignedIn, at: number): boolean {
  return expiresAt > at;
}

/** Not ended with the turn: the server may have replaced the token by then. */
async function requestTokens(
  { issuer, tokens: { refresh_token: refreshToken = "" } }: SignedIn,
  server: McpServer,
): Promise<
  | { kind: "renewed"; tokens: OAuthTokens }
  | { kind: "refused" }
  | { kind: "failed" }
> {
  const { signal } = new AbortController();
  try {
    const tokens = await refreshAuthorization(issuer.url, {
      ...(issuer.metadata && { metadata: issuer.metadata }),
      clientInformation: issuer.client,
      refreshToken,
      ...(issuer.resource !== undefined && { resource: issuer.resource }),
      fetchFn: createGuardedFetch(server, { signal }),
    });
    return { kind: "renewed", tokens };
  } catch (error) {
    const isRefused = error instanceof OAuthError && !PASSING.test(error.code);
    return { kind: isRefused ? "refused" : "failed" };
  }
}

function signedOut({ name, auth }: McpServer): SignedOutError {
  return new SignedOutError(
    auth === "person"
      ? `The user is not signed in at ${name}.`
      : `${name} wants a sign-in, which an operator makes at /setup.`,
  );
}
