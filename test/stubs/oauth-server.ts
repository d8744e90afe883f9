import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { listen } from "./listen.ts";
import { registerShop } from "./mcp-shop.ts";

/** What the server's page answers to the browser that comes to sign in. */
export type Consent = "yes" | "no";

interface Grant {
  readonly challenge: string;
  readonly redirectUrl: string;
  readonly client: string;
  readonly resource: string | null;
}

/**
 * A real MCP server on loopback that wants OAuth, with the server that signs
 * in: discovery, registration, PKCE, the resource indicator, and refresh tokens
 * that work once.
 */
export async function startOAuthServer({
  tokenSeconds = 3_600,
  registers = true,
  revokes = false,
  metadata = {},
}: {
  tokenSeconds?: number;
  registers?: boolean;
  /** Takes back tokens (RFC 7009). */
  revokes?: boolean;
  /** Overwrites the metadata of the authorization server. */
  metadata?: Record<string, unknown>;
} = {}) {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Set<string>();
  const clients = new Set<string>();
  const requests: {
    path: string;
    body: URLSearchParams;
    authorization: string | undefined;
  }[] = [];
  const state = {
    consent: "yes" as Consent,
    /** Refuses refresh tokens. */
    isRevoked: false,
    /** Fails in their stead with this status. */
    refreshStatus: 200,
    /** What happens before an answer with tokens. */
    beforeTokens: async () => {},
    beforeRevoking: async () => {},
    revokeStatus: 200,
    email: "ann@shop.example" as string | undefined,
    /** With which it denies consent, or refuses codes. */
    words: undefined as string | undefined,
    /** Sent in place of tokens. */
    tokenAnswer: undefined as [number, unknown] | undefined,
  };

  const respond = createMcpHandler(() => {
    const shop = new McpServer({ name: "shop", version: "1.0.0" });
    registerShop(shop);
    return shop;
  });

  const grantTokens = () => {
    const [access_token, refresh_token] = [
      `at-${randomUUID()}`,
      `rt-${randomUUID()}`,
    ];
    accessTokens.add(access_token);
    refreshTokens.add(refresh_token);
    const claims = Buffer.from(JSON.stringify({ email: state.email }));
    return {
      access_token,
      refresh_token,
      token_type: "Bearer",
      expires_in: tokenSeconds,
      ...(state.email !== undefined && {
        id_token: `e30.${claims.toString("base64url")}.`,
      }),
    };
  };

  const exchange = (body: URLSearchParams): [number, unknown] => {
    if (!clients.has(body.get("client_id") ?? ""))
      return [401, { error: "invalid_client" }];
    if (body.get("grant_type") === "refresh_token") {
      if (state.refreshStatus !== 200) return [state.refreshStatus, {}];
      const token = body.get("refresh_token") ?? "";
      const isKnown = refreshTokens.delete(token) && !state.isRevoked;
      return isKnown ? [200, grantTokens()] : [400, { error: "invalid_grant" }];
    }
    const code = body.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUrl === body.get("redirect_uri") &&
      grant.resource === body.get("resource");
    return isRight ? [200, grantTokens()] : [400, { error: "invalid_grant" }];
  };

  const handle = async (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const text = await readText(incoming);
    const at = new URL(incoming.url ?? "/", server.url);
    const send = (status: number, body: unknown, headers = {}): void => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...headers,
      });
      response.end(JSON.stringify(body));
    };
    const body = new URLSearchParams(text);
    const { authorization } = incoming.headers;
    requests.push({ path: at.pathname, body, authorization });
    switch (at.pathname) {
      case "/resource":
        return send(200, {
          resource: `${server.url}/mcp`,
          authorization_servers: [server.url],
          scopes_supported: ["orders"],
        });
      case "/.well-known/oauth-authorization-server":
        return send(200, {
          issuer: server.url,
          authorization_endpoint: `${server.url}/authorize`,
          token_endpoint: `${server.url}/token`,
          ...(registers && { registration_endpoint: `${server.url}/register` }),
          ...(revokes && { revocation_endpoint: `${server.url}/revoke` }),
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
          authorization_response_iss_parameter_supported: true,
          ...metadata,
        });
      case "/register": {
        const client = `client-${randomUUID()}`;
        clients.add(client);
        return send(201, {
          ...(JSON.parse(text) as object),
          client_id: client,
        });
      }
      case "/authorize": {
        const asked = at.searchParams;
        const back = new URL(asked.get("redirect_uri") ?? "");
        back.searchParams.set("state", asked.get("state") ?? "");
        back.searchParams.set("iss", server.url);
        if (state.consent === "no") {
          back.searchParams.set("error", "access_denied");
          if (state.words !== undefined)
            back.searchParams.set("error_description", state.words);
        } else {
          const code = randomUUID();
          codes.set(code, {
            challenge: asked.get("code_challenge") ?? "",
            redirectUrl: asked.get("redirect_uri") ?? "",
            client: asked.get("client_id") ?? "",
            resource: asked.get("resource"),
          });
          back.searchParams.set("code", code);
        }
        response.writeHead(302, { location: back.href });
        response.end();
        return;
      }
      case "/token":
        await state.beforeTokens();
        return send(...(state.tokenAnswer ?? exchange(body)));
      case "/revoke":
        await state.beforeRevoking();
        refreshTokens.delete(body.get("token") ?? "");
        return send(state.revokeStatus, {});
      case "/mcp": {
        const [, token = ""] =
          /^Bearer (.+)$/.exec(incoming.headers.authorization ?? "") ?? [];
        if (!accessTokens.has(token))
          return send(
            401,
            {},
            {
              "www-authenticate": `Bearer resource_metadata="${server.url}/resource", scope="orders"`,
            },
          );
        const { method = "GET", headers } = incoming;
        const answer = await respond.fetch(
          new Request(at, {
            method,
            headers: Object.entries(headers).flatMap(([name, value]) =>
              typeof value === "string"
                ? [[name, value] as [string, string]]
                : [],
            ),
            ...(text !== "" && { body: text }),
          }),
        );
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(await answer.text());
        return;
      }
      default:
        return send(404, {});
    }
  };

  const server = await listen((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(599);
      response.end(String(error));
    });
  });

  return {
    url: `${server.url}/mcp`,
    origin: server.url,
    state,
    requests,
    /** Registers a client by hand. */
    addClient: (id: string) => void clients.add(id),
    /** Makes access tokens invalid, as if they had expired. */
    expireTokens: () => accessTokens.clear(),
    refreshes: () =>
      requests.filter(({ body }) => body.get("grant_type") === "refresh_token")
        .length,
    close: server.close,
  };
}
