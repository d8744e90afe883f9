import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  createRateLimit,
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

export const TEAMS_APP_ID = "0f5e0b6e-8a3f-4c8e-9d0c-2b6a4a0c1d11";
export const TEAMS_APP_PASSWORD = "secret~of.this-test_0123456789";

/** A message in a chat as users see it. */
export interface TeamsMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly activity: Readonly<Record<string, unknown>>;
  /** Its streaming state while it is written. */
  readonly streaming?: "informative" | "streaming";
}

export interface TeamsServer extends PlatformServer {
  readonly serviceUrl: string;
  readonly metadataUrl: string;
  /** Visible messages, oldest first. */
  shown(): readonly TeamsMessage[];
  /** Conversations that were shown a typing indicator. */
  readonly typing: readonly string[];
  /** Signs a Bot Framework token for the bot with the newest key. */
  sign(
    claims?: Readonly<Record<string, unknown>>,
    header?: { kid?: string },
  ): Promise<string>;
  /** Rotates the keys. */
  rotate(): Promise<void>;
  /** Simulates the end of the two minutes of all streams. */
  endStreams(): void;
  /** Invalidates all of the bot's tokens. */
  revokeTokens(): void;
}

type Body = Readonly<Record<string, unknown>>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
/** Of closed servers, for the next ones: making one takes a tenth of a second. */
const idlePairs: KeyPair[] = [];
interface StreamInfo {
  readonly type?: string;
  readonly streamId?: string;
  readonly streamType?: string;
  readonly streamSequence?: number;
}

/**
 * Microsoft's login, OpenID metadata and Bot Connector with their documented
 * rules
 * (https://learn.microsoft.com/microsoftteams/platform/bots/streaming-ux): a
 * token for every call; streams only in private chats, one at a time, with
 * increasing sequence numbers, for two minutes, each text extending the last,
 * each status of less than 1 KB;
 * 28 KB per message; no edits of deleted messages.
 */
export async function startTeamsServer({
  endorsements = ["msteams"],
  allowsStreams = true,
  limitsRate = false,
}: {
  endorsements?: readonly string[];
  allowsStreams?: boolean;
  /** Enforces one call per second for a stream. */
  limitsRate?: boolean;
} = {}): Promise<TeamsServer> {
  const messages = new Map<string, TeamsMessage>();
  const sequences = new Map<string, number>();
  const typing: string[] = [];
  const limitStream = createRateLimit({ calls: 1, perMs: 1_000 });
  let tokens = new Set<string>();
  let nextId = 1;
  let url = "";
  const pairs: KeyPair[] = [];
  const newKey = async () => {
    const pair = idlePairs.pop() ?? (await generateKeyPair("RS256"));
    pairs.push(pair);
    const kid = `key-${pairs.length}`;
    return { ...pair, kid, jwk: await exportJWK(pair.publicKey) };
  };
  let key = await newKey();

  const show = (to: string, activity: Body, id = `m${nextId++}`) => {
    messages.set(id, { id, to, text: String(activity["text"]), activity });
    return { status: 201, body: { id } };
  };

  const stream = (to: string, activity: Body, info: StreamInfo): StubAnswer => {
    const { streamId, streamType, streamSequence } = info;
    if (!to.startsWith("a:") || !allowsStreams)
      return forbid("Content stream is not allowed");
    if (typeof activity["text"] !== "string" || activity["text"] === "")
      return refuse(400, "BadRequest");
    if (
      streamType === "informative" &&
      Buffer.byteLength(activity["text"]) > 1_000
    )
      return refuse(400, "BadRequest");
    const isFinal = streamType === "final";
    if (isFinal !== (activity["type"] === "message"))
      return refuse(400, "BadRequest");
    if (isFinal !== (streamSequence === undefined))
      return refuse(400, "BadRequest");
    if (streamId === undefined) {
      const isOpen = [...messages.values()].some(
        (message) => message.to === to && message.streaming !== undefined,
      );
      if (streamSequence !== 1 || isOpen) return refuse(400, "BadRequest");
      const id = `s${nextId++}`;
      sequences.set(id, 1);
      limitStream(id);
      show(to, activity, id);
      return mark(id, streamType, { status: 201, body: { id } });
    }
    if (messages.get(streamId)?.streaming === undefined)
      return forbid(
        "Content stream is not allowed on an already completed streamed message",
      );
    const limited = limitsRate ? limitStream(streamId) : undefined;
    if (limited !== undefined) return limited;
    const last = sequences.get(streamId) ?? 0;
    if (!isFinal && (streamSequence ?? 0) <= last)
      return {
        status: 202,
        body: { code: "ContentStreamSequenceOrderPreConditionFailed" },
      };
    const shown = messages.get(streamId);
    const { text } = activity;
    if (shown?.streaming === "streaming" && !text.startsWith(shown.text))
      return forbid(
        "Request streamed content should contain the previously streamed content",
      );
    sequences.set(streamId, streamSequence ?? last);
    show(to, activity, streamId);
    return isFinal
      ? { status: 202, body: {} }
      : mark(streamId, streamType, { status: 202, body: {} });
  };

  const mark = (
    id: string,
    streaming: string | undefined,
    answer: StubAnswer,
  ): StubAnswer => {
    const message = messages.get(id);
    if (streaming !== "informative" && streaming !== "streaming")
      return refuse(400, "BadRequest");
    if (message !== undefined) messages.set(id, { ...message, streaming });
    return answer;
  };

  const login = (body: Body): StubAnswer => {
    const isRight =
      body["grant_type"] === "client_credentials" &&
      body["client_id"] === TEAMS_APP_ID &&
      body["client_secret"] === TEAMS_APP_PASSWORD &&
      body["scope"] === "https://api.botframework.com/.default";
    if (!isRight) return { status: 401, body: { error: "invalid_client" } };
    const token = `token-${nextId++}`;
    tokens.add(token);
    return {
      body: { token_type: "Bearer", expires_in: 3_600, access_token: token },
    };
  };

  const talk = (call: PlatformCall): StubAnswer => {
    const bearer = call.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (!tokens.has(bearer)) return refuse(401, "Unauthorized");
    if (/^\/amer\/v3\/attachments\/[\w-]+\/views\/original$/.test(call.path))
      return { headers: { "content-type": "image/png" }, body: "a picture" };
    const [, place = "", activityId = ""] =
      /^\/amer\/v3\/conversations\/([^/]+)\/activities(?:\/([^/]+))?$/.exec(
        call.path,
      ) ?? [];
    const to = decodeURIComponent(place);
    const id = decodeURIComponent(activityId);
    if (to === "") return refuse(404, "NotFound");
    if (to === "a:gone") return refuse(403, "BotNotInConversationRoster");
    if (call.method === "DELETE")
      return messages.delete(id) ? {} : refuse(404, "ActivityNotFound");
    const body = call.body as Body;
    if (Buffer.byteLength(JSON.stringify(body)) > 2 * 28 * 1_024)
      return refuse(413, "MessageSizeTooBig");
    if (call.method === "PUT") {
      const message = messages.get(id);
      if (message === undefined) return refuse(404, "ActivityNotFound");
      if (message.streaming !== undefined) return refuse(400, "BadRequest");
      show(to, body, id);
      return { body: { id } };
    }
    const [info] = (body["entities"] ?? []) as StreamInfo[];
    if (info?.type === "streaminfo") return stream(to, body, info);
    if (body["type"] === "typing") {
      typing.push(to);
      return { status: 201, body: {} };
    }
    return body["type"] === "message" && body["text"] !== ""
      ? show(to, body)
      : refuse(400, "BadRequest");
  };

  const server = await startPlatformServer((call) => {
    if (call.path === "/v1/.well-known/openidconfiguration")
      return { body: { issuer: ISSUER, jwks_uri: `${url}/v1/keys` } };
    if (call.path === "/v1/keys")
      return {
        body: {
          keys: [
            { kty: "EC", kid: "another" },
            { ...key.jwk, use: "sig", kid: key.kid, endorsements },
          ],
        },
      };
    return call.path.endsWith("/oauth2/v2.0/token")
      ? login(call.body as Body)
      : talk(call);
  });
  url = server.url;
  const serviceUrl = `${url}/amer/`;
  return {
    ...server,
    serviceUrl,
    metadataUrl: `${url}/v1/.well-known/openidconfiguration`,
    shown: () => [...messages.values()],
    typing,
    sign: (claims = {}, header = { kid: key.kid }) => {
      const seconds = Math.floor(Date.now() / 1_000);
      return new SignJWT({
        iss: ISSUER,
        aud: TEAMS_APP_ID,
        serviceurl: serviceUrl,
        nbf: seconds,
        exp: seconds + 3_600,
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", ...header })
        .sign(key.privateKey);
    },
    rotate: async () => {
      key = await newKey();
    },
    endStreams() {
      for (const [id, { streaming: _, ...message }] of messages)
        messages.set(id, message);
    },
    revokeTokens: () => void (tokens = new Set()),
    close: async () => {
      idlePairs.push(...pairs.splice(0));
      await server.close();
    },
  };
}

const ISSUER = "https://api.botframework.com";

function refuse(status: number, code: string, message = code): StubAnswer {
  return { status, body: { error: { code, message } } };
}

function forbid(message: string): StubAnswer {
  return refuse(403, "ContentStreamNotAllowed", message);
}
