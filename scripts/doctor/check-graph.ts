import * as z from "zod";
import { callGraph } from "../../src/channels/meta/graph-api.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { checkAddress } from "./check-channel.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { failed, passed, skipped, warning, type Finding } from "./report.ts";

/** One of Meta's channels. */
interface GraphChannel {
  readonly settings: {
    readonly token: string;
    readonly appSecret: string;
    readonly apiRoot: string;
  };
  /** The variables' names. */
  readonly variables: { readonly token: string; readonly appSecret: string };
  /**
   * The owner of the token. `describe` returns a sentence about it, or
   * `undefined` for an unexpected response.
   */
  readonly owner: {
    readonly path: string;
    readonly describe: (answer: unknown) => string | undefined;
  };
  /** The permission that the token needs. */
  readonly permission: string;
  /** How to get a token that does not expire. */
  readonly tokenAdvice: string;
  /** The app's expected webhook subscription. */
  readonly webhook: {
    readonly object: string;
    readonly fields: readonly string[];
    readonly path: string;
  };
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
 * Meta's Graph API. Returns the app's id if Meta reveals it.
 */
export async function* checkGraph(
  examination: ConfiguredExamination,
  channel: GraphChannel,
): AsyncGenerator<Finding, string | undefined> {
  const { settings, variables, owner } = channel;
  const { signal } = examination;
  const startedAt = performance.now();
  try {
    const answer = await askGraph(owner.path, settings, { signal });
    const said =
      answer.kind === "answered" ? owner.describe(answer.body) : undefined;
    if (said === undefined) {
      yield answer.kind === "refused"
        ? failed(
            `Meta does not accept ${variables.token}: ${answer.reason}`,
            "Create a new token, and check the id next to it.",
          )
        : failed(
            "Meta's response does not have the documented format.",
            "Check the API root: it is only needed with a proxy.",
          );
      return undefined;
    }
    yield passed(said, performance.now() - startedAt);
    const app = yield* checkToken(channel, { signal });
    if (app !== undefined) yield* checkWebhook(examination, channel, app);
    return app;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `Meta cannot be reached: ${error.explained}`,
      "Run this again later.",
    );
    return undefined;
  }
}

/**
 * Sends a GET to the Graph API. Throws `DeliveryError` if it cannot be reached.
 */
export async function askGraph(
  path: string,
  access: { token: string; apiRoot: string },
  { signal }: { signal: AbortSignal },
): Promise<
  | { readonly kind: "answered"; readonly body: unknown }
  | { readonly kind: "refused"; readonly reason: string }
> {
  try {
    const body = await callGraph(path, { access, method: "GET", signal });
    return { kind: "answered", body };
  } catch (error) {
    if (error instanceof DeliveryError && error.kind === "refused")
      return { kind: "refused", reason: error.explained };
    throw error;
  }
}

async function* checkToken(
  { settings, variables, permission, tokenAdvice }: GraphChannel,
  options: { signal: AbortSignal },
): AsyncGenerator<Finding, string | undefined> {
  const question = `debug_token?input_token=${encodeURIComponent(settings.token)}`;
  const answer = await askGraph(question, settings, options);
  const { data: info } = TokenInfo.safeParse(
    answer.kind === "answered" ? answer.body : undefined,
  );
  if (info === undefined) {
    yield skipped(
      "Meta does not say what the token may do, and to which app it belongs: the webhook was not looked at.",
    );
    return undefined;
  }
  const { app_id, expires_at, scopes } = info.data;
  yield scopes.includes(permission)
    ? passed(`The token has the permission ${permission}.`)
    : failed(
        `The token lacks the permission ${permission}: nothing can be sent.`,
        `Create a new one for ${variables.token} with it.`,
      );
  if (expires_at > 0)
    yield warning(
      `The token ends at ${new Date(expires_at * 1_000).toISOString()}.`,
      tokenAdvice,
    );
  return app_id;
}

async function* checkWebhook(
  examination: ConfiguredExamination,
  { settings, variables, webhook: { object, fields, path } }: GraphChannel,
  app: string,
): AsyncGenerator<Finding, void> {
  const access = { ...settings, token: `${app}|${settings.appSecret}` };
  const answer = await askGraph(`${app}/subscriptions`, access, examination);
  if (answer.kind === "refused")
    return yield failed(
      `Meta does not accept ${variables.appSecret} for the app of the token: ${answer.reason}`,
      "Copy it again from App settings → Basic of that app: deliveries are signed with it.",
    );
  const found = Subscriptions.safeParse(answer.body).data?.data.find(
    (subscription) => subscription.object === object,
  );
  if (found === undefined)
    return yield warning(
      "The app has no webhook: Meta sends no messages.",
      `Set https://<your deployment>${path} as its callback URL.`,
    );
  yield checkAddress(examination, {
    platform: "Meta",
    address: found.callback_url,
    path,
    advice: "Set the callback URL of the app's webhook.",
  });
  const missing = fields.filter(
    (field) => !found.fields.some(({ name }) => name === field),
  );
  if (missing.length > 0)
    yield failed(
      `The webhook does not include: ${missing.join(", ")}.`,
      "Subscribe to these fields below the callback URL.",
    );
}
