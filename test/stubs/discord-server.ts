import {
  createRateLimit,
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

const BOT_TOKEN = "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";

/** A message as users see it. */
export interface DiscordMessage {
  readonly id: string;
  readonly channel: string;
  readonly content: string;
  readonly buttons: readonly string[];
  readonly by: "interaction" | "bot";
}

export interface DiscordServer extends PlatformServer {
  readonly token: string;
  /** The existing messages, in order. */
  shown(): readonly DiscordMessage[];
  /**
   * Simulates receiving the deferred response to an interaction in that
   * channel.
   */
  defer(token: string, channel: string): void;
  /** Simulates the end of the token's fifteen minutes. */
  expire(token: string): void;
  /** The registered commands. */
  readonly commands: readonly Readonly<Record<string, unknown>>[];
  /** Files by path. */
  readonly files: Map<string, string>;
}

interface Body {
  readonly content?: string;
  readonly components?: readonly { components: readonly Button[] }[];
  readonly allowed_mentions?: { parse: readonly string[] };
  readonly flags?: number;
  readonly nonce?: string;
  readonly enforce_nonce?: boolean;
}
interface Button {
  readonly label: string;
  readonly custom_id: string;
}

/**
 * Discord's API with its documented rules
 * (https://discord.com/developers/docs/interactions/receiving-and-responding):
 * an interaction's token works from the deferred response until it expires;
 * texts have at most 2,000 characters and must neither allow mentions nor show
 * previews of links; a message has at most five rows of five buttons; each nonce
 * is accepted once; the names and descriptions of commands are limited.
 */
export async function startDiscordServer({
  app = "845027738276462632",
  publicKey = "",
  permissions = (1n << 11n) | (1n << 38n),
  limitsRate = false,
}: {
  app?: string;
  publicKey?: string;
  permissions?: bigint;
  /**
   * Enforces five calls per five seconds for an interaction and for a channel.
   */
  limitsRate?: boolean;
} = {}): Promise<DiscordServer> {
  const messages = new Map<string, DiscordMessage>();
  const interactions = new Map<string, { channel: string; reply?: string }>();
  const nonces = new Map<string, string>();
  const limitPlace = createRateLimit({ calls: 5, perMs: 5_000 });
  const files = new Map<string, string>();
  let commands: readonly Record<string, unknown>[] = [];
  let nextId = 1_000;

  const put = (
    id: string,
    body: Body,
    place: Pick<DiscordMessage, "channel" | "by">,
  ): StubAnswer => {
    const rows = body.components ?? [];
    const buttons = rows.flatMap(({ components }) => components);
    const isFit =
      isText(body.content, 2_000) &&
      body.allowed_mentions?.parse.length === 0 &&
      body.flags === 4 &&
      rows.length <= 5 &&
      rows.every(({ components: { length } }) => length > 0 && length <= 5) &&
      buttons.every(
        ({ label, custom_id }) => isText(label, 80) && isText(custom_id, 100),
      ) &&
      new Set(buttons.map((button) => button.custom_id)).size ===
        buttons.length;
    if (!isFit) return refuse(400, 50_035, "Invalid Form Body");
    messages.set(id, {
      id,
      content: body.content?.trim() ?? "",
      buttons: buttons.map(({ label, custom_id }) => `${label} = ${custom_id}`),
      ...place,
    });
    return { body: { id } };
  };

  const change = (
    id: string,
    { method, body }: PlatformCall,
    by: DiscordMessage["by"],
  ): StubAnswer => {
    const known = messages.get(id);
    if (known === undefined) return refuse(404, 10_008, "Unknown Message");
    if (method === "PATCH")
      return put(id, body as Body, { channel: known.channel, by });
    messages.delete(id);
    return { status: 204 };
  };

  const answerInteraction = (
    call: PlatformCall,
    { token, message }: { token: string; message: string | undefined },
  ): StubAnswer => {
    const interaction = interactions.get(token);
    if (interaction === undefined)
      return refuse(404, 10_015, "Unknown Webhook");
    const place = { channel: interaction.channel, by: "interaction" as const };
    if (message === undefined)
      return put(`${nextId++}`, call.body as Body, place);
    if (message !== "@original") return change(message, call, "interaction");
    const { reply } = interaction;
    if (reply !== undefined) return change(reply, call, "interaction");
    interaction.reply = `${nextId++}`;
    return put(interaction.reply, call.body as Body, place);
  };

  const post = (channel: string, body: Body): StubAnswer => {
    const { nonce = "", enforce_nonce = false } = body;
    if (nonce.length > 25) return refuse(400, 50_035, "Invalid Form Body");
    const known = enforce_nonce ? nonces.get(nonce) : undefined;
    if (known !== undefined) return { body: { id: known } };
    const id = `${nextId++}`;
    const given = put(id, body, { channel, by: "bot" });
    if (given.status === undefined) nonces.set(nonce, id);
    return given;
  };

  const answer = (call: PlatformCall): StubAnswer => {
    const { pathname } = new URL(call.path, "http://discord.test");
    const file = files.get(call.path);
    if (file !== undefined) return { body: file };
    const [, token = "", message] =
      /^\/webhooks\/\d+\/([^/]+)(?:\/messages\/([^/]+))?$/.exec(pathname) ?? [];
    const [place = ""] =
      /^\/(?:webhooks\/\d+\/[^/]+|channels\/\d+)/.exec(pathname) ?? [];
    const limited = limitsRate && place !== "" ? limitPlace(place) : undefined;
    if (limited !== undefined)
      return { ...limited, body: { message: "You are being rate limited." } };
    if (token !== "") return answerInteraction(call, { token, message });
    if (call.headers.authorization !== `Bot ${BOT_TOKEN}`)
      return refuse(401, 0, "401: Unauthorized");
    if (pathname === "/applications/@me")
      return {
        body: {
          id: app,
          name: "Parley",
          verify_key: publicKey,
          interactions_endpoint_url: "https://bot.example/discord/interactions",
          integration_types_config: {
            "0": {
              oauth2_install_params: {
                scopes: ["applications.commands", "bot"],
                permissions: String(permissions),
              },
            },
          },
        },
      };
    if (/^\/applications\/\d+(?:\/guilds\/\d+)?\/commands$/.test(pathname)) {
      if (call.method === "GET") return { body: commands };
      const given = call.body as Record<string, unknown>[];
      if (!given.every(isCommand))
        return refuse(400, 50_035, "Invalid Form Body");
      commands = given;
      return { body: commands };
    }
    const [, channel = "", id] =
      /^\/channels\/(\d+)\/messages(?:\/(\d+))?$/.exec(pathname) ?? [];
    if (channel === "") return refuse(404, 0, "404: Not Found");
    if (id !== undefined) return change(id, call, "bot");
    return post(channel, call.body as Body);
  };

  const server = await startPlatformServer(answer);
  return {
    ...server,
    token: BOT_TOKEN,
    shown: () => [...messages.values()],
    defer: (token, channel) => void interactions.set(token, { channel }),
    expire: (token) => void interactions.delete(token),
    get commands() {
      return commands;
    },
    files,
  };
}

function isText(text: unknown, max: number): boolean {
  return (
    typeof text === "string" &&
    text.trim() !== "" &&
    Array.from(text).length <= max
  );
}

/**
 * https://discord.com/developers/docs/interactions/application-commands#application-command-object
 */
function isCommand({
  type = 1,
  name,
  description,
  options = [],
}: Record<string, unknown>): boolean {
  if (!isText(name, 32)) return false;
  if (type === 3) return description === undefined && isEmpty(options);
  return (
    /^[-_\p{Ll}\p{N}]+$/u.test(String(name)) &&
    isText(description, 100) &&
    Array.isArray(options) &&
    options.every((option) => isText(option.description, 100))
  );
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function refuse(status: number, code: number, message: string): StubAnswer {
  return { status, body: { code, message } };
}
