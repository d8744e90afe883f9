import { selectClientAuthMethod } from "@modelcontextprotocol/client";
import { logWarning } from "../../../runtime/log.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";

const REVOKE_MS = 5_000;

/**
 * Tells a server that a sign-in is over (RFC 7009), if it wants to know. With
 * the refresh token, it ends the access tokens, too. Never throws.
 */
export async function revoke(
  server: string,
  {
    serverUrl,
    issuer: { client, metadata: described },
    tokens: { refresh_token: refreshToken, access_token: accessToken },
  }: Extract<KeptSignIn, { kind: "signed-in" }>,
): Promise<void> {
  const metadata: Metadata = described ?? {};
  const url = revocationOf(metadata);
  if (url === undefined) return;
  const { client_id: id, client_secret: secret = "" } = client;
  const method = selectClientAuthMethod(client, authMethodsOf(metadata));
  const body = new URLSearchParams({
    token: refreshToken ?? accessToken,
    token_type_hint: refreshToken ? "refresh_token" : "access_token",
    ...(method !== "client_secret_basic" && { client_id: id }),
    ...(method === "client_secret_post" && { client_secret: secret }),
  });
  try {
    const fetchFn = createGuardedFetch(
      { url: serverUrl },
      { signal: AbortSignal.timeout(REVOKE_MS) },
    );
    const { status } = await fetchFn(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(method === "client_secret_basic" && {
          authorization: `Basic ${btoa(`${id}:${secret}`)}`,
        }),
      },
      body,
    });
    if (status !== 200) logWarning("sign-in not revoked", { server, status });
  } catch (error) {
    logWarning("sign-in not revoked", { server, error });
  }
}

type Metadata = Readonly<Record<string, unknown>>;

function revocationOf({ revocation_endpoint: url }: Metadata) {
  return typeof url === "string" ? url : undefined;
}

/** Those of the token's endpoint, unless it names others. */
function authMethodsOf({
  token_endpoint_auth_methods_supported: ofTokens,
  revocation_endpoint_auth_methods_supported: methods = ofTokens,
}: Metadata): string[] {
  return Array.isArray(methods) ? methods.map(String) : [];
}
