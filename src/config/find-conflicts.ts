import type { ConfiguredChannel } from "../channels/kit/channel-definition.ts";
import type { TokenLimit } from "../settings/fields.ts";
import type { SetVariables } from "../settings/setting.ts";
import { findToolConflicts } from "../tools/tool-catalogue.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import { isDevelopmentToken } from "./development.ts";
import type { Environment } from "./environment.ts";
import { isLocal } from "./event-settings.ts";

/** What is known of the variables before all of them are valid. */
export interface ReadVariables {
  readonly set: SetVariables;
  /** Their values or defaults, without the invalid ones. */
  readonly valid: Partial<Environment>;
  readonly channels: readonly ConfiguredChannel[];
  readonly developmentToken: string | undefined;
}

type Rule = readonly [variable: string, isBroken: boolean, problem: string];

const CREATE_SECRET =
  "whsec_ followed by the output of `openssl rand -base64 32`";

/** Finds variables that are valid alone but conflict with each other. */
export function findConflicts(read: ReadVariables): ConfigurationProblem[] {
  const rules = [
    ...checkDevelopment(read),
    ...checkPage(read),
    ...checkCompletions(read.valid),
    ...checkBudgets(read),
    ...checkSharedSecrets(read.valid),
    ...checkEvents(read),
    ...checkMissingSecret(read),
  ];
  const broken = rules.filter(([, isBroken]) => isBroken);
  return [
    ...findToolConflicts(read.set),
    ...broken.map(([variable, , problem]) => ({ variable, problem })),
  ];
}

function checkDevelopment({
  valid: { LOG_LEVEL },
  developmentToken: token,
}: ReadVariables): readonly Rule[] {
  return [
    [
      "DEVELOPMENT_TOKEN",
      token !== undefined && !isDevelopmentToken(token),
      "was not created by `npm run dev`; remove it and start Parley with `npm run dev`",
    ],
    // Logs of a deployment are stored, and read by others.
    [
      "LOG_LEVEL",
      LOG_LEVEL === "debug" && token === undefined,
      "is debug, which prints what people write; that works only under `npm run dev` and `npm run dev:aws`. Remove it, or set it to info",
    ],
  ];
}

function checkPage({
  set,
  valid: { WEB_CHALLENGE: challenge, WEB_CHAT, WEB_IDENTITY },
}: ReadVariables): readonly Rule[] {
  const needsKey = `is missing; WEB_CHALLENGE=${challenge} requires it. Its dashboard shows both keys`;
  const lacksKey = (variable: string): Rule => [
    variable,
    challenge !== undefined && !set.has(variable),
    needsKey,
  ];
  return [
    lacksKey("WEB_CHALLENGE_SITE_KEY"),
    lacksKey("WEB_CHALLENGE_SECRET"),
    [
      "WEB_IDENTITY_SECRET",
      WEB_IDENTITY === "required" && !set.has("WEB_IDENTITY_SECRET"),
      "is missing; WEB_IDENTITY=required requires it. Create one with `openssl rand -base64 32`",
    ],
    [
      "WEB_CHAT_PASSWORD",
      WEB_CHAT === "password" && !set.has("WEB_CHAT_PASSWORD"),
      "is missing; WEB_CHAT=password requires it",
    ],
  ];
}

/** Text completions do not support everything. */
function checkCompletions({
  OPENAI_API,
  AGENT_STYLE,
  OPENAI_VISION,
}: Partial<Environment>): readonly Rule[] {
  const isUsed = OPENAI_API === "completions";
  return [
    [
      "AGENT_STYLE",
      isUsed && AGENT_STYLE === "tool-calling",
      "cannot be tool-calling with OPENAI_API=completions, which has no tool calls; use zero-shot-react",
    ],
    [
      "OPENAI_VISION",
      isUsed && OPENAI_VISION === "on",
      "cannot be on with OPENAI_API=completions, which does not accept images",
    ],
  ];
}

/**
 * Lower limits would prevent every answer in a long conversation, even at the
 * start of a day. A share needs no check: the limit that it refers to has its
 * own.
 */
function checkBudgets({
  valid: {
    MEMORY_MAX_TOKENS: window = 0,
    USER_DAILY_TOKENS = 0,
    GLOBAL_DAILY_TOKENS = 0,
    WEB_DAILY_TOKENS,
    WEB_EMBED_DAILY_TOKENS,
    WEBHOOK_DAILY_TOKENS,
  },
  channels,
}: ReadVariables): readonly Rule[] {
  const limits: Readonly<Record<string, TokenLimit | undefined>> = {
    USER_DAILY_TOKENS: { tokens: USER_DAILY_TOKENS },
    WEB_DAILY_TOKENS,
    WEB_EMBED_DAILY_TOKENS,
    WEBHOOK_DAILY_TOKENS,
    GLOBAL_DAILY_TOKENS: { tokens: GLOBAL_DAILY_TOKENS },
    ...Object.fromEntries(
      channels.map(({ definition, dailyTokens }) => [
        definition.dailyTokensVariable,
        dailyTokens,
      ]),
    ),
  };
  return Object.entries(limits).map(([variable, limit]) => {
    const tokens = limit !== undefined && "tokens" in limit ? limit.tokens : 0;
    return [
      variable,
      tokens > 0 && tokens < 2 * window,
      "is less than twice MEMORY_MAX_TOKENS, the share of a prompt for past messages; 0 removes the limit",
    ];
  });
}

/**
 * With a shared secret, a caller who may sign messages could also sign
 * callbacks, and replay a callback as a message. Sites hold the secret of their
 * visitors' identities, and must hold no other.
 */
function checkSharedSecrets({
  WEBHOOK_SIGNING_SECRET: incoming = [],
  WEBHOOK_CALLBACK_SECRETS: outgoing = [],
  EVENTS_SIGNING_SECRET: events = [],
  WEB_IDENTITY_SECRET: identity,
  PARLEY_SECRET,
  ADMIN_API_KEY,
  LIBRARY_KEY,
  OPERATOR_KEYS = [],
}: Partial<Environment>): readonly Rule[] {
  const isShared = (secrets: typeof incoming): boolean =>
    secrets.some(({ secret }) =>
      incoming.some((other) => other.secret === secret),
    );
  const others = [
    ...Object.entries({ PARLEY_SECRET, ADMIN_API_KEY, LIBRARY_KEY }),
    ...OPERATOR_KEYS.map(({ key }) => ["OPERATOR_KEYS", key] as const),
  ];
  const [same] = others.find(([, other]) => other === identity) ?? [];
  return [
    [
      "WEBHOOK_CALLBACK_SECRETS",
      isShared(outgoing),
      `shares a secret with WEBHOOK_SIGNING_SECRET; a callback secret must not grant access to this API. Create another one: ${CREATE_SECRET}`,
    ],
    [
      "EVENTS_SIGNING_SECRET",
      isShared(events),
      `shares a secret with WEBHOOK_SIGNING_SECRET; a receiver that can verify events must not be able to send messages. Create another one: ${CREATE_SECRET}`,
    ],
    [
      "WEB_IDENTITY_SECRET",
      identity !== undefined && same !== undefined,
      `is the same as ${same}, which your sites must not hold. Create another one with \`openssl rand -base64 32\``,
    ],
  ];
}

function checkEvents({
  valid: {
    EVENTS_URL: url,
    EVENTS_SIGNING_SECRET: secrets,
    EVENTS_TYPES: types = [],
    HANDOVER_NOTIFY: notified,
  },
  channels,
  developmentToken,
}: ReadVariables): readonly Rule[] {
  const name = notified?.channel;
  const isOn = channels.some(
    ({ definition, on }) => definition.name === name && on !== undefined,
  );
  return [
    [
      "EVENTS_SIGNING_SECRET",
      url !== undefined && secrets?.length === 0,
      `is missing; EVENTS_URL requires it, so that the receiver knows that events are yours. Create one: ${CREATE_SECRET}`,
    ],
    [
      "EVENTS_URL",
      url === undefined && types.length > 0,
      "is missing; EVENTS_TYPES names what is sent there",
    ],
    [
      "EVENTS_URL",
      url !== undefined &&
        developmentToken === undefined &&
        isLocal(new URL(url)),
      "is an address of this machine, which a deployment cannot reach; set the receiver's https:// address",
    ],
    [
      "HANDOVER_NOTIFY",
      name !== undefined && !isOn,
      `names ${name}, which is off here; set that channel up first, or name a chat of another one`,
    ],
  ];
}

/** Not needed in development. */
function checkMissingSecret({
  valid: { WEB_CHAT: mode, MCP_SERVERS = [] },
  set,
  developmentToken,
}: ReadVariables): readonly Rule[] {
  const isDeployed = developmentToken === undefined;
  const signing = MCP_SERVERS.filter(({ auth }) => auth !== undefined);
  const isForPeople = signing.some(({ auth }) => auth === "person");
  const reason =
    signing.length > 0
      ? '"auth" in MCP_SERVERS requires it to encrypt sign-ins'
      : mode === "password" || mode === "public"
        ? `WEB_CHAT=${mode} requires it to sign visitors' sessions`
        : set.has("WEB_EMBED_ORIGINS")
          ? "WEB_EMBED_ORIGINS requires it to sign visitors' sessions"
          : undefined;
  return [
    [
      "PUBLIC_URL",
      isDeployed && isForPeople && !set.has("PUBLIC_URL"),
      'is missing; "auth": "person" in MCP_SERVERS requires it for the links that people sign in by. Set it to the address of the deployment, like https://bot.example.com',
    ],
    [
      "PARLEY_SECRET",
      isDeployed && reason !== undefined && !set.has("PARLEY_SECRET"),
      `is missing; ${reason}. Create one with \`openssl rand -base64 32\``,
    ],
  ];
}
