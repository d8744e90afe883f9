import {
  auth,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  OAuthError,
  RegistrationRejectedError,
  validateAuthorizationResponseIssuer,
  type OAuthClientInformation,
  type OAuthClientProvider,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import { fromBase64Url } from "../../../runtime/bytes.ts";
import { asObject, asText, parseJson } from "../../../text/json.ts";
import { toLine } from "../../plain-text.ts";
import type { McpServer } from "../mcp-server.ts";
import {
  checkAddress,
  createGuardedFetch,
  SignInFailure,
} from "./guarded-fetch.ts";
import type { Issuer } from "./kept-sign-in.ts";

/** What a browser takes to a server, and what waits for its return. */
export interface Authorization {
  /** The server's page. */
  readonly url: string;
  readonly issuer: Issuer;
  readonly verifier: string;
}

/**
 * Prepares a sign-in, and registers Parley at the server if it has no client
 * yet. Throws `SignInFailure`.
 * @param known the client of an earlier sign-in
 */
export async function prepareAuthorization(
  server: McpServer,
  {
    origin,
    state,
    known,
    signal,
  }: {
    origin: string;
    state: string;
    known: OAuthClientInformation | undefined;
    signal: AbortSignal;
  },
): Promise<Authorization> {
  const fetchFn = createGuardedFetch(server, { signal });
  const redirectUrl = redirectUrlOf(origin);
  const { client_id, client_secret } = server;
  const given = client_id !== undefined && {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
  };
  let client = given || known;
  let issuer: Pick<Issuer, "url" | "metadata"> | undefined;
  let resource: string | undefined;
  let verifier = "";
  let page: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(origin.startsWith("https:") && {
      clientMetadataUrl: `${origin}/oauth/client.json`,
    }),
    clientMetadata: describeClient(origin),
    state: () => state,
    clientInformation: () => client,
    ...(!given && {
      saveClientInformation: (saved) => {
        client = saved;
      },
    }),
    tokens: () => undefined,
    saveTokens: () => {},
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (found) => {
      issuer = {
        url: found.authorizationServerUrl,
        metadata: found.authorizationServerMetadata,
      };
    },
    saveResourceUrl: (url) => {
      resource = url;
    },
    redirectToAuthorization: (url) => {
      page = url;
    },
  };
  try {
    const challenge = await findChallenge(server, fetchFn);
    const scope = server.scope ?? challenge.scope;
    await auth(provider, {
      serverUrl: server.url,
      fetchFn,
      ...(scope !== undefined && { scope }),
      ...(challenge.resourceMetadataUrl && {
        resourceMetadataUrl: challenge.resourceMetadataUrl,
      }),
    });
    if (page === undefined || issuer === undefined || client === undefined)
      throw new SignInFailure({ kind: "invalid" });
    checkAddress(page, server);
    return {
      url: page.href,
      verifier,
      issuer: { ...issuer, client, resource },
    };
  } catch (error) {
    throw toFailure(error, redirectUrl);
  }
}

/** Swaps the code of the browser for tokens. Throws `SignInFailure`. */
export async function redeemCode(
  answer: URLSearchParams,
  {
    server,
    issuer: { url, metadata, client, resource },
    verifier,
    redirectUrl,
    signal,
  }: Omit<Authorization, "url"> & {
    server: McpServer;
    redirectUrl: string;
    signal: AbortSignal;
  },
): Promise<
  | { kind: "signed-in"; tokens: OAuthTokens; account: string | undefined }
  | { kind: "denied"; said: string | undefined }
> {
  const iss = answer.get("iss") ?? undefined;
  const code = answer.get("code");
  try {
    if (code === null) {
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: metadata?.issuer,
        issParameterSupported:
          metadata?.["authorization_response_iss_parameter_supported"] === true,
      });
      return { kind: "denied", said: toSaid(answer.get("error_description")) };
    }
    const tokens = await exchangeAuthorization(url, {
      ...(metadata && { metadata }),
      clientInformation: client,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier: verifier,
      redirectUri: redirectUrl,
      ...(resource !== undefined && { resource }),
      fetchFn: createGuardedFetch(server, { signal }),
    });
    return { kind: "signed-in", tokens, account: accountOf(tokens) };
  } catch (error) {
    throw toFailure(error, redirectUrl);
  }
}

/** What the server says to a request without a token. */
async function findChallenge(
  { url }: McpServer,
  fetchFn: ReturnType<typeof createGuardedFetch>,
): Promise<ReturnType<typeof extractWWWAuthenticateParams>> {
  const body = { jsonrpc: "2.0", id: 1, method: "ping" };
  const response = await fetchFn(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(body),
  });
  return extractWWWAuthenticateParams(response);
}

const MAX_SAID_LENGTH = 200;

/** The server's words as one line; `undefined` if there are none. */
function toSaid(words: string | null): string | undefined {
  return toLine(words ?? "", { maxLength: MAX_SAID_LENGTH }) || undefined;
}

/** What the client says of an answer that is none of OAuth's. */
const NO_OAUTH = "Invalid OAuth error response";

function toFailure(error: unknown, redirectUrl: string): SignInFailure {
  if (error instanceof SignInFailure) return error;
  const isUnregistered =
    error instanceof RegistrationRejectedError ||
    /dynamic client registration/.test(String(error));
  if (isUnregistered)
    return new SignInFailure({ kind: "unregistered", redirectUrl });
  return new SignInFailure(
    error instanceof OAuthError && !error.message.includes(NO_OAUTH)
      ? { kind: "refused", said: toSaid(error.message) }
      : { kind: "invalid" },
  );
}

const MAX_ACCOUNT_LENGTH = 100;

/** The account's name in the ID token, which came from the server itself. */
function accountOf({ id_token: token = "" }: OAuthTokens): string | undefined {
  const [, payload = ""] = token.split(".");
  const written = new TextDecoder().decode(fromBase64Url(payload));
  const claims = asObject(parseJson(written));
  const name = [claims["email"], claims["preferred_username"], claims["name"]]
    .map((claim) => toLine(asText(claim), { maxLength: MAX_ACCOUNT_LENGTH }))
    .find((claim) => claim !== "");
  return name;
}

export function redirectUrlOf(origin: string): string {
  return `${origin}/oauth/callback`;
}

/** Parley as an OAuth client. */
export function describeClient(origin: string) {
  return {
    client_name: "Parley",
    client_uri: origin,
    redirect_uris: [redirectUrlOf(origin)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
