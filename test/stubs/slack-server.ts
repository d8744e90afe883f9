import {
  createRateLimit,
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

/** A message as users see it now. */
export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly thread?: string;
  readonly text: string;
  readonly buttons: readonly string[];
  /** Still being streamed. */
  readonly isStreaming: boolean;
  /** Visible to one user only. */
  readonly isEphemeral: boolean;
}

export interface SlackServer extends PlatformServer {
  readonly token: string;
  /** Value for `SLACK_API_ROOT`. */
  readonly apiRoot: string;
  readonly shown: () => readonly SlackMessage[];
  /** URL that accepts five responses to a slash command. */
  readonly responseUrl: string;
  /** Simulates a user deleting the bot's message. */
  deleteMessage(ts: string): void;
  /** Ends all streams, as Slack does after some minutes. */
  endStreams(): void;
  addFile(id: string, content: string): void;
}

const MAX_TEXT = 12_000;
const MAX_RESPONSES = 5;
export const ALL_SCOPES =
  "chat:write,app_mentions:read,im:history,commands,channels:history,groups:history,files:read";

/** One message per second, with short bursts. */
const POSTS = { calls: 5, perMs: 5_000 };
/**
 * Per method and message: per workspace, as at Slack, it would count all test
 * runs together.
 */
const CHANGES = { calls: 50, perMs: 60_000 };

/**
 * Slack's Web API for one bot with its documented rules: text limits, exclusive
 * parameters, whose messages can be edited, streams that are appended to and
 * stopped but neither edited nor deleted while open, and response URLs that
 * work a few times.
 */
export async function startSlackServer({
  scopes = ALL_SCOPES,
  limitsRate = false,
} = {}): Promise<SlackServer> {
  const token = "xoxb-1-stub-token";
  const messages = new Map<string, SlackMessage>();
  const files = new Map<string, string>();
  let count = 0;
  let responses = 0;
  let root = "";
  const posts = createRateLimit(POSTS);
  const changes = createRateLimit(CHANGES);
  const limitRate = (method: string, { channel = "", ts = "" }: Body) =>
    /chat\.(postMessage|startStream)/.test(method)
      ? posts(channel)
      : changes(`${method} ${channel} ${ts}`);
  const nextTs = () => `1800000000.${String(++count).padStart(6, "0")}`;

  const put = (message: Omit<SlackMessage, "ts">): string => {
    const ts = nextTs();
    messages.set(ts, { ...message, ts });
    return ts;
  };

  const methods: Record<string, (body: Body) => object> = {
    "auth.test": () => ({ team: "Acme", user: "parley", user_id: "UBOT" }),

    "chat.postMessage": (body) => {
      const { channel = "", thread_ts: thread } = body;
      checkChannel(channel);
      const isEphemeral = false;
      const place = { channel, ...(thread !== undefined && { thread }) };
      const ts = put({
        ...place,
        ...read(body),
        isStreaming: false,
        isEphemeral,
      });
      return { ts, channel };
    },

    "chat.update": (body) => {
      const message = find(body);
      if (message.isStreaming) refuse("streaming_state_conflict");
      messages.set(message.ts, { ...message, ...read(body) });
      return { ts: message.ts };
    },

    "chat.delete": (body) => {
      const message = find(body);
      if (message.isStreaming) refuse("cant_delete_message");
      messages.delete(message.ts);
      return {};
    },

    "chat.startStream": (body) => {
      const { channel = "", thread_ts: thread } = body;
      checkChannel(channel);
      if (thread === undefined && channel.startsWith("D"))
        refuse("invalid_arguments");
      if (!channel.startsWith("D")) {
        if (body.recipient_user_id === undefined)
          refuse("missing_recipient_user_id");
        if (body.recipient_team_id === undefined)
          refuse("missing_recipient_team_id");
      }
      const place = { channel, ...(thread !== undefined && { thread }) };
      const text = body.markdown_text ?? "";
      if (text.length > MAX_TEXT) refuse("msg_too_long");
      const ts = put({
        ...place,
        text,
        buttons: [],
        isStreaming: true,
        isEphemeral: false,
      });
      return { ts, channel };
    },

    "chat.appendStream": (body) => {
      const message = findStream(body);
      const { text } = read(body);
      messages.set(message.ts, { ...message, text: message.text + text });
      return { ts: message.ts };
    },

    "chat.stopStream": (body) => {
      const message = findStream(body);
      const text = message.text + (body.markdown_text ?? "");
      messages.set(message.ts, { ...message, text, isStreaming: false });
      return { ts: message.ts };
    },

    "files.info": ({ file = "" }) => {
      const content = files.get(file);
      if (content === undefined) return refuse("file_not_found");
      return {
        file: {
          size: content.length,
          url_private_download: `${root}/files/${file}`,
        },
      };
    },
  };

  function checkChannel(channel: string): void {
    if (!/^[CDGU][A-Z0-9]+$/.test(channel)) refuse("channel_not_found");
  }

  function find({ channel = "", ts = "" }: Body): SlackMessage {
    checkChannel(channel);
    const message = messages.get(ts);
    if (message === undefined || message.channel !== channel)
      return refuse("message_not_found");
    return message;
  }

  function findStream(body: Body): SlackMessage {
    const message = find(body);
    if (!message.isStreaming) refuse("message_not_in_streaming_state");
    return message;
  }

  function respond(body: Body): StubAnswer {
    if (++responses > MAX_RESPONSES) return { status: 404, body: "used_url" };
    const { text, buttons } = read({ ...body, text: "" });
    put({
      channel: "C1",
      text,
      buttons,
      isStreaming: false,
      isEphemeral: body.response_type === "ephemeral",
    });
    return { body: "ok" };
  }

  const server = await startPlatformServer(({ path, headers, body }) => {
    const given = isBody(body) ? body : {};
    if (path === "/response") return respond(given);
    const isKnown = headers.authorization === `Bearer ${token}`;
    const [, file] = /^\/files\/(\w+)$/.exec(path) ?? [];
    if (file !== undefined)
      return isKnown
        ? { body: files.get(file) ?? "" }
        : {
            headers: { "content-type": "text/html" },
            body: "<title>Log in</title>",
          };
    if (!isKnown) return { body: { ok: false, error: "invalid_auth" } };
    const name = path.replace("/api/", "");
    const limited = limitsRate ? limitRate(name, given) : undefined;
    if (limited !== undefined)
      return { ...limited, body: { ok: false, error: "ratelimited" } };
    const method = methods[name];
    if (method === undefined)
      return { body: { ok: false, error: "unknown_method" } };
    try {
      return {
        headers: { "x-oauth-scopes": scopes },
        body: { ok: true, ...method(given) },
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { body: { ok: false, error: error.message } };
    }
  });
  root = server.url;

  return {
    ...server,
    token,
    apiRoot: `${server.url}/api`,
    responseUrl: `${server.url}/response`,
    shown: () => [...messages.values()],
    endStreams() {
      for (const [ts, message] of messages)
        messages.set(ts, { ...message, isStreaming: false });
    },
    deleteMessage: (ts) => void messages.delete(ts),
    addFile: (id, content) => void files.set(id, content),
  };
}

class Refusal extends Error {}

function refuse(error: string): never {
  throw new Refusal(error);
}

interface Body {
  readonly channel?: string;
  readonly ts?: string;
  readonly thread_ts?: string;
  readonly text?: string;
  readonly markdown_text?: string;
  readonly blocks?: readonly Block[];
  readonly recipient_user_id?: string;
  readonly recipient_team_id?: string;
  readonly response_type?: string;
  readonly file?: string;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly elements?: readonly { text: { text: string }; value: string }[];
}

function isBody(body: PlatformCall["body"]): body is Body {
  return typeof body === "object" && body !== null;
}

/**
 * `markdown_text` excludes blocks and text; all Markdown blocks together share
 * its limit.
 */
function read({ text, markdown_text, blocks = [] }: Body): {
  text: string;
  buttons: readonly string[];
} {
  if (markdown_text !== undefined && (blocks.length > 0 || text !== undefined))
    refuse("markdown_text_conflict");
  const markdown = blocks
    .filter(({ type }) => type === "markdown")
    .map((block) => block.text ?? "")
    .join("\n");
  const shown = markdown_text ?? (markdown || (text ?? ""));
  if (shown === "") refuse("no_text");
  if (shown.length > MAX_TEXT) refuse("msg_too_long");
  const buttons = blocks.flatMap(({ elements = [] }) =>
    elements.map((button) => `${button.text.text} = ${button.value}`),
  );
  return { text: shown, buttons };
}
