import * as z from "zod";
import type { PlatformAccess } from "../../src/channels/kit/call-platform.ts";
import { callGraph } from "../../src/channels/meta/graph-api.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { createCheck } from "./check-channel.ts";
import { failed, passed, skipped, warning, type Finding } from "./report.ts";

interface GraphSettings {
  readonly token: string;
  readonly appSecret: string;
  readonly apiRoot: string;
}

/** What one of Meta's channels declares. */
interface GraphCheck<Own> {
  readonly tokenVariable: string;
  readonly secretVariable: string;
  /** Whose token it is; `sentence` parses the answer into a finding's text. */
  readonly owner: {
    readonly path: (settings: Own) => string;
    readonly sentence: z.ZodType<string>;
  };
  /** The permission that the token needs. */
  readonly permission: string;
  /** How to get a token that does not expire. */
  readonly tokenAdvice: string;
  /** The app's expected webhook subscription. */
  readonly subscription: {
    readonly object: string;
    readonly fields: readonly string[];
    /** The field that reports replies in an app of the platform's own. */
    readonly echoes: string;
  };
  readonly checkApp?: (app: string, ask: Ask) => Promise<Finding>;
}

/** The largest time a `Date` can represent. */
const MAX_SECONDS = 8_640_000_000_000;

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
const TokenInfo = z.object({
  data: z.object({
    app_id: z.string().regex(/^\d+$/),
    /** Seconds since the epoch; 0 for never. */
    expires_at: z.int().min(0).max(MAX_SECONDS).catch(0),
    scopes: z.array(z.string()).default([]),
  }),
});

/**
 * https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
 */
const Subscriptions = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: z.string(),
      fields: z.array(z.object({ name: z.string() })).default([]),
    }),
  ),
});

/**
 * Checks the token's owner, permission and expiry, and the app's webhook with
 * Meta's Graph API.
 */
export function createGraphCheck<Own extends GraphSettings>(
  channel: Parameters<typeof createCheck<Own>>[0],
  declared: GraphCheck<Own>,
): ReturnType<typeof createCheck> {
  return createCheck(channel, {
    platform: "Meta",
    advice: "Run this again later.",
    async *look(settings, { signal, compare }) {
      const { owner, tokenVariable } = declared;
      const ask = createGraphAsk(settings, signal);
      const startedAt = performance.now();
      const { data: sentence, refusal } = await ask(
        owner.path(settings),
        owner.sentence,
      );
      if (refusal !== undefined)
        return yield failed(
          `Meta does not accept ${tokenVariable}: ${refusal}`,
          "Create a new token, and check the id next to it.",
        );
      if (sentence === undefined)
        return yield failed(
          "Meta's response does not have the documented format.",
          "Check the API root: it is only needed with a proxy.",
        );
      yield passed(sentence, performance.now() - startedAt);
      const input = encodeURIComponent(settings.token);
      const { data: info } = await ask(
        `debug_token?input_token=${input}`,
        TokenInfo,
      );
      if (info === undefined)
        return yield skipped(
          "Meta does not say what the token may do, and to which app it belongs: the webhook was not looked at.",
        );
      yield* checkToken(info, declared);
      const app = info.data.app_id;
      const found = await ask(`${app}/subscriptions`, Subscriptions, {
        token: `${app}|${settings.appSecret}`,
      });
      yield* checkWebhook(found, { ...declared, name: channel.name, compare });
      if (declared.checkApp) yield await declared.checkApp(app, ask);
    },
  });
}

/** Sends a GET to the Graph API: `refusal` is why Meta rejected it. */
type Ask = <Data>(
  path: string,
  schema: z.ZodType<Data>,
  access?: Partial<PlatformAccess>,
) => Promise<{ data?: Data | undefined; refusal?: string }>;

function createGraphAsk(settings: PlatformAccess, signal: AbortSignal): Ask {
  return async (path, schema, access) => {
    try {
      const body = await callGraph(path, {
        access: { ...settings, ...access },
        method: "GET",
        signal,
      });
      return { data: schema.safeParse(body).data };
    } catch (error) {
      if (!(error instanceof DeliveryError) || error.kind !== "refused")
        throw error;
      return { refusal: error.explained };
    }
  };
}

function* checkToken(
  { data: { scopes, expires_at } }: z.infer<typeof TokenInfo>,
  {
    tokenVariable,
    permission,
    tokenAdvice,
  }: Pick<GraphCheck<never>, "tokenVariable" | "permission" | "tokenAdvice">,
): Generator<Finding> {
  yield scopes.includes(permission)
    ? passed(`The token has the permission ${permission}.`)
    : failed(
        `The token lacks the permission ${permission}: nothing can be sent.`,
        `Create a new one for ${tokenVariable} with it.`,
      );
  if (expires_at > 0)
    yield warning(
      `The token ends at ${new Date(expires_at * 1_000).toISOString()}.`,
      tokenAdvice,
    );
}

function* checkWebhook(
  {
    data,
    refusal,
  }: { data?: z.infer<typeof Subscriptions> | undefined; refusal?: string },
  {
    name,
    secretVariable,
    subscription: { object, fields, echoes },
    compare,
  }: Pick<GraphCheck<never>, "secretVariable" | "subscription"> & {
    name: string;
    compare: (address: string, advice: string) => Finding;
  },
): Generator<Finding, void> {
  if (refusal !== undefined)
    return yield failed(
      `Meta does not accept ${secretVariable} for the app of the token: ${refusal}`,
      "Copy it again from App settings → Basic of that app: deliveries are signed with it.",
    );
  const found = data?.data.find((one) => one.object === object);
  if (found === undefined)
    return yield warning(
      "The app has no webhook: Meta sends no messages.",
      `Set https://<your deployment>/${name}/webhook as its callback URL.`,
    );
  yield compare(
    found.callback_url,
    "Set the callback URL of the app's webhook.",
  );
  const subscribed = found.fields.map(({ name: field }) => field);
  const missing = fields.filter((field) => !subscribed.includes(field));
  if (missing.length > 0)
    yield failed(
      `The webhook does not include: ${missing.join(", ")}.`,
      "Subscribe to these fields below the callback URL.",
    );
  yield subscribed.includes(echoes)
    ? passed(`Replies in an app of Meta's pause the bot (${echoes}).`)
    : skipped(
        `Replies in an app of Meta's do not pause the bot: the webhook does not include ${echoes}.`,
      );
}
